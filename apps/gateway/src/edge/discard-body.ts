/** Reads and discards the bodies of requests that were answered early: slowly, and not for long. */
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { callerAt } from './addresses.ts'
import { expectsContinue } from './expectations.ts'
import type { EdgeLimits } from './limits.ts'

/** So much comes with the headers; measuring it would cost more. */
const FREE_BYTES = 64 * 1024

/** Callers whose bodies are being read, and when the bytes so far would have come at the allowed rate. */
export class DiscardRates {
  readonly #bytesPerMs: number
  readonly #until = new Map<string, { at: number; readers: number }>()

  constructor(bytesPerSecond: number) {
    this.#bytesPerMs = bytesPerSecond / 1_000
  }

  join(owner: string): void {
    const pace = this.#until.get(owner) ?? { at: 0, readers: 0 }
    pace.readers += 1
    this.#until.set(owner, pace)
  }

  leave(owner: string): void {
    const pace = this.#until.get(owner)
    if (pace && --pace.readers === 0) this.#until.delete(owner)
  }

  /** @returns how many milliseconds to pause reading after so many more bytes */
  count(owner: string, bytes: number, now: number): number {
    const pace = this.#until.get(owner)
    if (!pace) return 0
    pace.at = Math.max(pace.at, now) + bytes / this.#bytesPerMs
    return pace.at - now
  }
}

/**
 * Closing a connection while the caller sends looks like a broken pipe, and the caller never sees the refusal: so the
 * rest of a refused body is read and discarded. A flood of those would starve everything else, so one caller's are read
 * at one rate, for a limited time. Call after whatever closes connections.
 */
export function discardBodies(app: FastifyInstance, { discardMs, discardedBytesPerSecond }: EdgeLimits): void {
  const rates = new DiscardRates(discardedBytesPerSecond)
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { raw } = request
    // A caller that expects 100-continue sends no body.
    const isOver = raw.complete || raw.readableEnded || raw.destroyed
    if (isOver || (expectsContinue(request) && !raw.readableFlowing)) return done()
    const goesOn = reply.raw.shouldKeepAlive && reply.getHeader('connection') !== 'close'
    if (goesOn && isLittle(raw)) return done()
    const discarded = discard(raw, rates, callerAt(request.ip), discardMs)
    if (goesOn) {
      void discarded.then((isAll) => isAll || raw.socket.destroy())
      return done()
    }
    // The answer closes the connection, so it comes last; the permit is not needed until then.
    request.permit?.release()
    void discarded.then(() => done())
  })
}

const isLittle = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= FREE_BYTES

/** @returns whether the body ended in time */
function discard(body: IncomingMessage, rates: DiscardRates, owner: string, mostMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let bytes = 0
  let next: NodeJS.Timeout | undefined
  const goOn = (): void => void body.resume()
  const wait = (chunk: Buffer): void => {
    bytes += chunk.length
    // Node treats a body that was not read at all as unread, and reads it at full speed.
    if (bytes <= FREE_BYTES) return
    const ms = rates.count(owner, chunk.length, performance.now())
    if (ms < 1) return
    body.pause()
    next = setTimeout(goOn, ms)
  }
  const settle = (isAll: boolean): void => {
    clearTimeout(late)
    clearTimeout(next)
    rates.leave(owner)
    body.off('data', wait).off('end', end).off('close', end)
    resolve(isAll)
  }
  const end = (): void => settle(true)
  const late = setTimeout(() => settle(false), mostMs)
  rates.join(owner)
  // An aborted body closes; the error does not matter any more.
  body
    .on('data', wait)
    .on('end', end)
    .on('close', end)
    .on('error', () => undefined)
  goOn()
  return promise
}
