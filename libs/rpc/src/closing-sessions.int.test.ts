import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Http2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { JournalService } from '@pacioli/protos/ledger'
import { waitFor } from '@pacioli/testing'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { keepClosingSessions, prototypeOfSessions } from './closing-sessions.ts'
import { Connection, implement, serve, type Handlers } from './index.ts'

type Journal = Handlers<typeof JournalService>

const KEEPALIVE_MS = 20
const SELDOM_MS = 60_000

/** How often a side was pinged while its connection was closing. */
let pings = 0
/** Whatever came to a server of these tests. */
const sockets: Socket[] = []

const noteSocket = (message: unknown): void => void sockets.push((message as { socket: Socket }).socket)

beforeAll(() => {
  subscribe('net.server.socket', noteSocket)
  // Before the pings are counted: what it answers itself counts, too.
  keepClosingSessions()
  const sessions = prototypeOfSessions()
  const { ping } = sessions
  sessions.ping = function (this: Http2Session, ...given: unknown[]): boolean {
    if (this.closed) pings += 1
    return Reflect.apply(ping, this, given) as boolean
  }
  return () => {
    unsubscribe('net.server.socket', noteSocket)
    sessions.ping = ping
  }
})

/** A server with one call in flight, which ends when `work` does. */
async function serverAtWork(
  { client: ofClient, server: ofServer }: { client: number; server: number },
  work: () => Promise<unknown>,
  timeoutMs = 10_000,
) {
  const begun = Promise.withResolvers<void>()
  let calls = 0
  const GetEntry: Journal['GetEntry'] = async () => {
    calls += 1
    // The first one is there for the connection alone.
    if (calls === 1) return {}
    begun.resolve()
    await work()
    return {}
  }
  const services = [implement(JournalService, { GetEntry } as Journal)]
  const server = await serve({ host: '127.0.0.1', port: 0, services, keepaliveMs: ofServer })
  const connection = new Connection({ target: `127.0.0.1:${server.port}`, count: 1, keepaliveMs: ofClient })
  onTestFinished(() => connection.close())
  const client = connection.client(JournalService)
  const context = { requestId: 'r' }
  await client.GetEntry({}, { context })
  const answer = client.GetEntry({}, { context, timeoutMs })
  await begun.promise
  return { server, answer }
}

test.each([
  ['the caller', { client: KEEPALIVE_MS, server: SELDOM_MS }],
  ['the server', { client: SELDOM_MS, server: KEEPALIVE_MS }],
])('a call in flight is answered though %s pings the other side of a closing connection', async (_who, keepalive) => {
  const { server, answer } = await serverAtWork(keepalive, async () => {
    const before = pings
    await waitFor('a closing connection to be pinged a few times', () => pings >= before + 3)
  })
  const [, answered] = await Promise.all([server.stop(), answer.catch(({ cause }: Error) => cause)])
  expect(answered).toMatchObject({ message: expect.anything() as object, replayed: false })
})

test('a server has stopped when no call is in flight, even one whose caller has gone', async () => {
  const work = Promise.withResolvers<void>()
  const seldom = { client: SELDOM_MS, server: SELDOM_MS }
  const { server, answer } = await serverAtWork(seldom, () => work.promise, 100)
  await expect(answer).rejects.toThrow('The request took too long')
  const order: string[] = []
  const stopping = server.stop().then(() => order.push('stopped'))
  await waitFor('every connection to be closed', () => sockets.every(({ closed }) => closed))
  order.push('worked')
  work.resolve()
  await stopping
  expect(order).toEqual(['worked', 'stopped'])
})
