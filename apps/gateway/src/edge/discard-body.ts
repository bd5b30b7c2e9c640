/** What is read of the bodies of requests that were answered before all of them was there: slowly, and not for long. */
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { callerAt } from './addresses.ts'
import { expectsContinue } from './expectations.ts'
import type { EdgeLimits } from './limits.ts'

/** So much comes along with the headers: less than a look at it costs. */
const FREE_BYTES = 64 * 1024

/** Callers of whom something is being read, and when what was read of them so far would have come at their pace. */
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

  /** @returns for how many milliseconds nothing more is to be read, now that there are so many bytes more */
  count(owner: string, bytes: number, now: number): number {
    const pace = this.#until.get(owner)
    if (!pace) return 0
    pace.at = Math.max(pace.at, now) + bytes / this.#bytesPerMs
    return pace.at - now
  }
}

/**
 * A connection that is closed while the caller is still sending looks to it like a broken pipe, and it never sees why it
 * was refused: the rest of a refused body is read and forgotten. Whoever sends much that is refused would keep everybody
 * busy with that, so all that one caller sends in vain is read at one pace, and no longer than for a while. To be called
 * after whatever closes connections.
 */
export function discardBodies(app: FastifyInstance, { discardMs, discardedBytesPerSecond }: EdgeLimits): void {
  const rates = new DiscardRates(discardedBytesPerSecond)
  app.addHook('onSend', (request, reply, _payload, done) => {
    const { raw } = request
    // Whoever waits to be told that his body is wanted sends none.
    const isOver = raw.complete || raw.readableEnded || raw.destroyed
    if (isOver || (expectsContinue(request) && !raw.readableFlowing)) return done()
    const goesOn = reply.raw.shouldKeepAlive && reply.getHeader('connection') !== 'close'
    if (goesOn && isLittle(raw)) return done()
    const discarded = discard(raw, rates, callerAt(request.ip), discardMs)
    if (goesOn) {
      void discarded.then((isAll) => isAll || raw.socket.destroy())
      return done()
    }
    // The answer closes the connection, so it comes last; nothing is in work until then.
    request.permit?.release()
    void discarded.then(() => done())
  })
}

const isLittle = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= FREE_BYTES

/** @returns whether it came to its end in time */
function discard(body: IncomingMessage, rates: DiscardRates, owner: string, mostMs: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let bytes = 0
  let next: NodeJS.Timeout | undefined
  const goOn = (): void => void body.resume()
  const wait = (chunk: Buffer): void => {
    bytes += chunk.length
    // Node takes a body of which nothing was read for one that nobody reads, and reads it all at once.
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
  // One that breaks off closes; why does not matter any more.
  body
    .on('data', wait)
    .on('end', end)
    .on('close', end)
    .on('error', () => undefined)
  goOn()
  return promise
}
