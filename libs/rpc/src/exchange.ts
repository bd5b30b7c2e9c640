/** The caller's side of an exchange: many calls over one stream, each with an answer of its own. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Metadata, status, type ChannelInterface, type StatusObject } from '@grpc/grpc-js'
import { CallsService, type Answer__Output, type Answers__Output, type Call } from '@pacioli/protos/calls'
import { toCall } from './context.ts'
import { MAX_MESSAGE_BYTES } from './message-size.ts'
import { refusedWith } from './problems.ts'
import { answeredWith, CANCELLED, failedWith, type Ending, type Sent } from './unary-call.ts'

const { path, requestSerialize, responseDeserialize } = CallsService.Exchange

const OK: number = status.OK

/** Longer requests go by themselves: what they cost does not depend on how they are sent. */
const MAX_REQUEST_BYTES = 64 * 1024

/** Of requests without an answer, and so of what waits to be sent. */
const MAX_UNANSWERED_BYTES = 1024 * 1024

/**
 * It ends by then, on both sides, and only calls that end before go this way. Over a connection that is closing nobody
 * notices that a peer is gone (`closing-sessions.ts`): without an end it would be kept for good.
 */
const LIFE_MS = 300_000

/** Begins what outlives a call outside of that call. */
const outside = AsyncLocalStorage.snapshot()

/** Certainly not begun by this server, and to be sent another way. */
export const NOT_BEGUN = Symbol('not begun')

type Over = (ending: Ending | typeof NOT_BEGUN) => void

type Waiting = { sent: Sent; over: Over; timer: NodeJS.Timeout; pieces: Buffer[]; bytes: number }

/** It is emptied when it is removed: tables that a Map had before keep what was in them (decision 0272). */
type Place = { waiting: Waiting | undefined }

/** What becomes of an exchange. */
export type Listener = {
  /** Calls may be sent to this replica. */
  opened: (exchange: Exchange, peer: string) => void
  /** No more calls may be sent; those that were taken may still be answered. */
  closed: (exchange: Exchange, peer: string, code: status) => void
}

export class Exchange {
  readonly #call: ReturnType<ChannelInterface['createCall']>
  readonly #listener: Listener
  readonly #endsAt = Date.now() + LIFE_MS
  readonly #waiting = new Map<number, Place>()
  #unsent: (Call & { number: number })[] = []
  #cancelled: number[] = []
  #last = 0
  #unansweredBytes = 0
  #isScheduled = false
  #isClosed = false
  #hasEnded = false

  constructor(channel: ChannelInterface, listener: Listener) {
    this.#listener = listener
    this.#call = outside(() => {
      const call = channel.createCall(path, this.#endsAt, null, null, null)
      call.start(new Metadata(), {
        onReceiveMetadata: () => undefined,
        onReceiveMessage: (bytes: Buffer | null) => void (bytes && this.#receive(bytes)),
        onReceiveStatus: (ended) => this.#end(ended),
      })
      call.startRead()
      return call
    })
  }

  /** Whether this call may go this way: it is short, neither late nor longer than this lasts, and not too much waits. */
  takes({ request: { length }, deadline }: Sent): boolean {
    const fits = length <= MAX_REQUEST_BYTES && this.#unansweredBytes + length <= MAX_UNANSWERED_BYTES
    return fits && deadline.getTime() > Date.now() && deadline.getTime() < this.#endsAt
  }

  /**
   * Sends a call at the end of this turn of the event loop, with the others of the turn; at once where no other waits
   * for an answer, since a turn is long for who is alone.
   * @param over called once, however the call ends
   * @returns how to cancel it
   */
  send(sent: Sent, over: Over): () => void {
    const { method, request, context, deadline } = sent
    const number = ++this.#last
    const timeout_ms = Math.max(1, Math.ceil(deadline.getTime() - Date.now()))
    const late = (): void => this.#leave(number, failedWith(status.DEADLINE_EXCEEDED, 'Deadline exceeded'))
    const waiting = { sent, over, timer: setTimeout(late, timeout_ms), pieces: [], bytes: 0 }
    this.#waiting.set(number, { waiting })
    this.#unansweredBytes += request.length
    this.#unsent.push({ number, path: method.path, timeout_ms, request, ...toCall(context) })
    this.#schedule(this.#waiting.size === 1)
    return () => this.#leave(number, failedWith(status.CANCELLED, CANCELLED))
  }

  /** Takes no more calls, and ends when those under way are answered. */
  close(): void {
    this.#isClosed = true
    this.#endIfIdle()
  }

  #schedule(isAlone = false): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    const flush = (): void => this.#flush()
    // A microtask, so that what is cancelled by whoever made it is not sent.
    if (isAlone) queueMicrotask(flush)
    else setImmediate(flush)
  }

  #flush(): void {
    this.#isScheduled = false
    if (this.#hasEnded || (this.#unsent.length === 0 && this.#cancelled.length === 0)) return
    const message = requestSerialize({ calls: this.#unsent, cancelled: this.#cancelled })
    this.#unsent = []
    this.#cancelled = []
    this.#call.sendMessageWithContext({}, message)
  }

  #receive(bytes: Buffer): void {
    let message: Answers__Output
    try {
      message = responseDeserialize(bytes)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return this.#call.cancelWithStatus(status.INTERNAL, `Answers that cannot be read: ${reason}`)
    }
    this.#call.startRead()
    if (message.welcome) this.#listener.opened(this, this.#call.getPeer())
    for (const answer of message.answers) this.#answered(answer)
    if (typeof message.taken === 'number') this.#takesNoMore(message.taken)
  }

  #answered(answer: Answer__Output): void {
    const waiting = this.#waiting.get(answer.number)?.waiting
    // Its caller has gone meanwhile.
    if (!waiting) return
    waiting.bytes += answer.message.length
    if (waiting.bytes > MAX_MESSAGE_BYTES)
      return this.#leave(answer.number, failedWith(status.RESOURCE_EXHAUSTED, 'Received message larger than max'))
    if (answer.more) return void waiting.pieces.push(answer.message)
    if (answer.code !== OK) return this.#over(answer.number, refusedWith(answer))
    const whole = waiting.pieces.length === 0 ? answer.message : Buffer.concat([...waiting.pieces, answer.message])
    this.#over(answer.number, answeredWith(waiting.sent.method, whole, answer.replayed))
  }

  /** The server drains: what it did not take, it will not begin. */
  #takesNoMore(taken: number): void {
    this.#isClosed = true
    this.#unsent = []
    this.#listener.closed(this, this.#call.getPeer(), status.OK)
    for (const number of this.#waiting.keys()) if (number > taken) this.#over(number, NOT_BEGUN)
  }

  /** Nobody waits for this answer any more. */
  #leave(number: number, ending: Ending): void {
    if (!this.#waiting.has(number)) return
    this.#over(number, ending)
    const unsent = this.#unsent.findIndex((call) => call.number === number)
    if (unsent >= 0) return void this.#unsent.splice(unsent, 1)
    this.#cancelled.push(number)
    this.#schedule()
  }

  #over(number: number, ending: Ending | typeof NOT_BEGUN): void {
    const place = this.#waiting.get(number)
    const waiting = place?.waiting
    if (!waiting) return
    this.#waiting.delete(number)
    place.waiting = undefined
    clearTimeout(waiting.timer)
    this.#unansweredBytes -= waiting.sent.request.length
    waiting.over(ending)
    this.#endIfIdle()
  }

  #endIfIdle(): void {
    if (this.#isClosed && this.#waiting.size === 0) this.#call.cancelWithStatus(status.CANCELLED, CANCELLED)
  }

  /** What was sent may have been done, unless it was answered. */
  #end({ code, details }: StatusObject): void {
    this.#hasEnded = true
    this.#isClosed = true
    this.#listener.closed(this, this.#call.getPeer(), code)
    const unsent = new Set(this.#unsent.map(({ number }) => number))
    const lost = failedWith(status.UNAVAILABLE, `The exchange ended: ${code} ${details}`)
    for (const number of this.#waiting.keys()) this.#over(number, unsent.has(number) ? NOT_BEGUN : lost)
  }
}
