/** The server's side of an exchange: takes calls as they come, and sends each answer when it is there. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { status, type ServerDuplexStream, type StatusObject } from '@grpc/grpc-js'
import { CallsService, type Answer, type Answers, type Call__Output } from '@pacioli/protos/calls'
import { fromCall, type CallContext } from './context.ts'
import { MAX_MESSAGE_BYTES, servingBytes } from './message-size.ts'
import { toAnswer } from './problems.ts'

const { requestDeserialize, responseSerialize } = CallsService.Exchange

/** What one call is answered with, once. */
export type Reply = {
  /** @param hold counts the answer until the function that it returns is called */
  answer: (bytes: Buffer, replayed: boolean, hold: () => () => void) => void
  refuse: (status: Partial<StatusObject>) => void
}

/** A method, however its calls come. */
export type Answering = (request: Buffer, contextOf: (markReplayed: () => void) => CallContext, reply: Reply) => void

/** Of one answer in one message: others go between the pieces of a long one. */
const PIECE_BYTES = 64 * 1024

/** About so long is a message at most. */
const MESSAGE_BYTES = 256 * 1024

/** With so many answers that its caller does not read, a stream is not read either. */
const MAX_WAITING = 1_000

/** Calls are begun outside of whatever let their message be read. */
const outside = AsyncLocalStorage.snapshot()

/** An answer, how it ends, and what of it is not yet sent. */
type Waiting = { number: number; left: Buffer; end: Answer; over: () => void }

const nothing = (): void => undefined

const EMPTY = Buffer.alloc(0)
const AS_IT_IS: Answer = {}
const REPLAYED: Answer = { replayed: true }
const TOO_LONG: Answer = { code: status.RESOURCE_EXHAUSTED, details: 'Sent message larger than max' }

class ServedExchange {
  readonly #stream: ServerDuplexStream<Buffer, Buffer>
  readonly #methods: ReadonlyMap<string, Answering>
  readonly #underWay = new Set<number>()
  #waiting: Waiting[] = []
  /** Ends what the message that is being written holds. */
  #written: (() => void)[] = []
  /** Of the last call that was begun. */
  #taken = 0
  /** What is to be said besides answers. */
  #news: Answers | undefined = { welcome: true }
  #takesMore = true
  #isScheduled = false
  #isWriting = false
  #isOver = false

  /** @param over called once, when the stream has ended */
  constructor(
    stream: ServerDuplexStream<Buffer, Buffer>,
    methods: ReadonlyMap<string, Answering>,
    over: (exchange: ServedExchange) => void,
  ) {
    this.#stream = stream
    this.#methods = methods
    stream.on('data', (bytes: Buffer) => outside(() => this.#receive(bytes)))
    stream.on('end', () => this.#takeNoMore())
    // Fires once, however the stream ends.
    stream.once('cancelled', () => {
      this.#forget()
      over(this)
    })
    this.#write()
  }

  /** Says which calls were taken, answers them, and ends. */
  drain(): void {
    if (!this.#takesMore) return
    this.#news = { ...this.#news, taken: this.#taken }
    this.#takeNoMore()
  }

  #takeNoMore(): void {
    this.#takesMore = false
    this.#schedule()
  }

  #receive(bytes: Buffer): void {
    if (this.#isOver) return
    try {
      const { calls, cancelled } = requestDeserialize(bytes)
      for (const number of cancelled) this.#cancel(number)
      if (this.#takesMore) for (const call of calls) this.#take(call)
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error))
    }
  }

  /** What cannot be read ends its stream, and nothing else: what was begun goes on, and is not answered. */
  #fail(reason: string): void {
    this.#forget()
    this.#stream.emit('error', { code: status.INVALID_ARGUMENT, details: `Calls that cannot be read: ${reason}` })
  }

  #take(call: Call__Output): void {
    const { number, path, timeout_ms, request } = call
    if (number <= this.#taken) throw new Error(`number ${number} after ${this.#taken}`)
    this.#taken = number
    this.#underWay.add(number)
    const method = this.#methods.get(path)
    if (!method) return this.#refuse(number, { code: status.UNIMPLEMENTED, details: `There is no method ${path}` })
    const deadline = new Date(Date.now() + timeout_ms)
    method(request.length === 0 ? EMPTY : request, (markReplayed) => fromCall(call, deadline, markReplayed), {
      answer: (bytes, replayed, hold) => this.#answer(number, bytes, replayed, hold),
      refuse: (refusal) => this.#refuse(number, refusal),
    })
  }

  #cancel(number: number): void {
    this.#underWay.delete(number)
    const at = this.#waiting.findIndex((waiting) => waiting.number === number)
    if (at >= 0) for (const { over } of this.#waiting.splice(at, 1)) over()
    this.#schedule()
  }

  #answer(number: number, bytes: Buffer, replayed: boolean, hold: () => () => void): void {
    // Its caller has gone meanwhile.
    if (!this.#underWay.delete(number)) return
    if (bytes.length > MAX_MESSAGE_BYTES) return this.#wait({ number, left: EMPTY, end: TOO_LONG, over: nothing })
    this.#wait({ number, left: bytes, end: replayed ? REPLAYED : AS_IT_IS, over: hold() })
  }

  #refuse(number: number, refusal: Partial<StatusObject>): void {
    if (!this.#underWay.delete(number)) return
    this.#wait({ number, left: EMPTY, end: toAnswer(refusal), over: nothing })
  }

  #wait(answer: Waiting): void {
    this.#waiting.push(answer)
    if (this.#waiting.length > MAX_WAITING) this.#stream.pause()
    this.#schedule()
  }

  /**
   * Writes at the end of this turn of the event loop, or else once what was written before has gone out; at once where
   * no other call is under way.
   */
  #schedule(): void {
    if (this.#isScheduled || this.#isWriting || this.#isOver) return
    this.#isScheduled = true
    const write = (): void => {
      this.#isScheduled = false
      this.#write()
    }
    if (this.#underWay.size === 0) queueMicrotask(write)
    else setImmediate(write)
  }

  #write(): void {
    if (this.#isOver) return
    const answers = this.#next()
    if (answers.length === 0 && !this.#news) {
      if (!this.#takesMore && this.#underWay.size === 0) this.#end()
      return
    }
    this.#isWriting = true
    this.#stream.write(responseSerialize({ ...this.#news, answers }), () => this.#hasWritten())
    this.#news = undefined
  }

  #hasWritten(): void {
    this.#isWriting = false
    for (const over of this.#written.splice(0)) over()
    if (this.#waiting.length <= MAX_WAITING && this.#stream.isPaused()) this.#stream.resume()
    this.#write()
  }

  /** What the next message has of the answers that wait: all of a short one, a piece of a long one, which waits again. */
  #next(): Answer[] {
    const answers: Answer[] = []
    const unfinished: Waiting[] = []
    let bytes = 0
    for (const waiting of this.#waiting) {
      if (bytes >= MESSAGE_BYTES) break
      const { number, left, end, over } = waiting
      const message = left.subarray(0, PIECE_BYTES)
      bytes += message.length + (end.problems?.length ?? 0)
      waiting.left = left.subarray(PIECE_BYTES)
      if (waiting.left.length > 0) {
        answers.push({ number, message, more: true })
        unfinished.push(waiting)
      } else {
        answers.push({ ...end, number, message })
        this.#written.push(over)
      }
    }
    this.#waiting = [...this.#waiting.slice(answers.length), ...unfinished]
    return answers
  }

  #end(): void {
    this.#isOver = true
    this.#stream.end()
  }

  #forget(): void {
    this.#isOver = true
    this.#underWay.clear()
    for (const { over } of this.#waiting.splice(0)) over()
    for (const over of this.#written.splice(0)) over()
  }
}

/** All exchanges of a server, and the methods that they serve, by path. */
export class Exchanged {
  readonly definition = servingBytes(CallsService)
  readonly methods = new Map<string, Answering>()
  readonly #open = new Set<ServedExchange>()
  #drains = false

  readonly serve = (stream: ServerDuplexStream<Buffer, Buffer>): void => {
    if (this.#drains) return void stream.emit('error', { code: status.UNAVAILABLE, details: 'The server drains' })
    this.#open.add(new ServedExchange(stream, this.methods, (ended) => void this.#open.delete(ended)))
  }

  drain(): void {
    this.#drains = true
    for (const exchange of this.#open) exchange.drain()
  }
}
