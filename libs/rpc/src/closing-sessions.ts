/**
 * Node does not ping over an HTTP/2 session that is closing gracefully: `ping` says so by returning nothing. The gRPC
 * library, on both sides, takes that for a lost connection and cuts off the calls in work, when its keepalive falls into
 * the time in which a replica drains (grpc-node issue 3068, open in 1.14.7). Here such a ping is answered at once: a call
 * that waits for a peer that has died meanwhile ends by its own deadline. `closing-sessions.int.test.ts` tells when the
 * library needs this no more: it stays green without.
 */
import { performServerHandshake, type Http2Session } from 'node:http2'
import { Duplex } from 'node:stream'

type Ping = Http2Session['ping']

/** What sessions of both sides have in common; Node does not export it. */
export function prototypeOfSessions(): { ping: Ping } {
  const nowhere = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() })
  const session = performServerHandshake(nowhere)
  let prototype = session as object | null
  while (prototype && !Object.hasOwn(prototype, 'ping')) prototype = Object.getPrototypeOf(prototype) as object | null
  session.destroy()
  if (!prototype)
    throw new Error('HTTP/2 sessions have no method ping any more: see closing-sessions.ts of @pacioli/rpc.')
  return prototype as { ping: Ping }
}

let isDone = false

/** For this process, once: keepalive leaves sessions alone that are closing. */
export function keepClosingSessions(): void {
  if (isDone) return
  isDone = true
  const sessions = prototypeOfSessions()
  const { ping } = sessions
  sessions.ping = function (this: Http2Session, ...given: unknown[]): boolean {
    const answer = given.at(-1)
    if (!this.closed || this.destroyed || typeof answer !== 'function')
      return Reflect.apply(ping, this, given) as boolean
    process.nextTick(answer, null, 0, Buffer.alloc(8))
    return true
  }
}
