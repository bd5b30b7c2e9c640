/**
 * Node does not ping over an HTTP/2 session that is closing gracefully: `ping` returns nothing. The gRPC library, on
 * both sides, takes that for a lost connection and cuts off the calls in flight, if its keepalive fires while a replica
 * drains (grpc-node issue 3068, open in 1.14.7). Here such a ping is answered immediately: a call to a peer that dies
 * meanwhile ends by its own deadline. Once `closing-sessions.int.test.ts` passes without this, the library no longer
 * needs it.
 */
import { performServerHandshake, type Http2Session } from 'node:http2'
import { Duplex } from 'node:stream'

type Ping = Http2Session['ping']

/** The prototype of sessions of both sides; Node does not export it. */
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

/** Keeps keepalive from closing sessions that drain. Once per process. */
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
