import { JournalService } from '@pacioli/protos/ledger'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { Connection, implement, serve, type Handlers } from './index.ts'

type Journal = Handlers<typeof JournalService>

const KEEPALIVE_MS = 20
const SELDOM_MS = 60_000
/** Of the work of one call: many times as long as nobody has asked whether the other side is still there. */
const WORK_MS = 30 * KEEPALIVE_MS

/** A server with one call in work that takes its time. */
async function serverAtWork(
  { client: ofClient, server: ofServer }: { client: number; server: number },
  timeoutMs = 10_000,
) {
  const begun = Promise.withResolvers<void>()
  const work = { isDone: false }
  let calls = 0
  const GetEntry: Journal['GetEntry'] = async () => {
    calls += 1
    // The first one is there for the connection alone.
    if (calls === 1) return {}
    begun.resolve()
    await pause(WORK_MS)
    work.isDone = true
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
  return { server, answer, work }
}

test.each([
  ['the caller', { client: KEEPALIVE_MS, server: SELDOM_MS }],
  ['the server', { client: SELDOM_MS, server: KEEPALIVE_MS }],
])('a call in work is answered though %s asks the other side of a closing connection', async (_who, keepalive) => {
  const { server, answer } = await serverAtWork(keepalive)
  const [, answered] = await Promise.all([server.stop(), answer.catch(({ cause }: Error) => cause)])
  expect(answered).toEqual({ message: expect.anything() as object, replayed: false })
})

test('a server has stopped when no call is in work, even one that nobody waits for', async () => {
  const { server, answer, work } = await serverAtWork({ client: SELDOM_MS, server: SELDOM_MS }, WORK_MS / 3)
  await expect(answer).rejects.toThrow('The request took too long')
  await server.stop()
  expect(work.isDone).toBe(true)
})
