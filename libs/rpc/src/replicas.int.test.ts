import { JournalService } from '@pacioli/protos/ledger'
import { afterEach, expect, test } from 'vitest'
import { Connection, implement, serve, type Handlers, type RpcServer } from './index.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

type Journal = Handlers<typeof JournalService>

/** One more replica, and how many calls it has had. */
async function replica(handle: Journal['GetEntry'] = () => Promise.resolve({}), options: { port?: number } = {}) {
  const asked = { count: 0 }
  const counted: Journal['GetEntry'] = (request, context) => {
    asked.count += 1
    return handle(request, context)
  }
  const services = [implement(JournalService, { GetEntry: counted, PostJournalEntry: counted as unknown } as Journal)]
  const server: RpcServer = await serve({ host: '127.0.0.1', port: 0, services, ...options })
  closing.push(() => server.stop(100))
  return { ...server, asked }
}

function clientOf(replicas: readonly { port: number }[]) {
  const address = replicas.map(({ port }) => `127.0.0.1:${port}`).join(',')
  const connection = new Connection({ target: address, count: 2 })
  closing.push(() => connection.close())
  return connection.client(JournalService)
}

const options = { context: { requestId: 'r' }, timeoutMs: 10_000 }

test('each replica has its share of the calls', async () => {
  const replicas = await Promise.all([replica(), replica(), replica()])
  const client = clientOf(replicas)
  const leastOf = async (calls: number): Promise<number> => {
    for (const { asked } of replicas) asked.count = 0
    await Promise.all(Array.from({ length: calls }, () => client.GetEntry({}, options)))
    return Math.min(...replicas.map(({ asked }) => asked.count))
  }
  // They are found one after the other.
  await expect.poll(() => leastOf(60), { timeout: 10_000, interval: 1 }).toBe(20)
})

test('while replicas drain and come back one after the other, no call fails, and each is done once', async () => {
  const soon = () => new Promise<object>((resolve) => setImmediate(() => resolve({})))
  const [first, second] = await Promise.all([replica(soon), replica(soon)])
  const client = clientOf([first, second])
  let isOver = false
  let answered = 0
  const failures: unknown[] = []
  const asking = async (): Promise<void> => {
    while (!isOver)
      await client.GetEntry({}, options).then(
        () => (answered += 1),
        (error: unknown) => failures.push(error),
      )
  }
  const load = Promise.all(Array.from({ length: 8 }, asking))
  const more = async (calls: number): Promise<void> => {
    const before = answered
    await expect.poll(() => answered, { timeout: 10_000, interval: 1 }).toBeGreaterThan(before + calls)
  }
  const all = [first, second]
  let [current, other] = [first, second]
  for (let round = 0; round < 4; round++) {
    await more(20)
    await current.stop()
    await more(20)
    const back = await replica(soon, { port: current.port })
    all.push(back)
    // It has to be found again before the other one may go.
    await expect.poll(() => back.asked.count, { timeout: 10_000, interval: 1 }).toBeGreaterThan(0)
    ;[current, other] = [other, back]
  }
  isOver = true
  await load
  expect(failures).toEqual([])
  expect(all.reduce((sum, { asked }) => sum + asked.count, 0)).toBe(answered)
})

test('a read whose replica is cut off is sent to the other one; the outcome of a write is unknown', async () => {
  const never = (): Promise<never> => new Promise(() => undefined)
  const lonelyQuestion = async (): Promise<unknown> => {
    const hanging = await replica(never)
    const client = clientOf([hanging])
    const lonely = client.GetEntry({}, options).catch((error: unknown) => error)
    await expect.poll(() => hanging.asked.count).toBe(1)
    await hanging.stop(1)
    return lonely
  }
  // Without another replica it cannot be sent again.
  expect(await lonelyQuestion()).toMatchObject({ errorEnum: 'ServiceUnavailable' })

  for (const [method, expected] of [
    ['GetEntry', { replayed: false }],
    ['PostJournalEntry', { errorEnum: 'OutcomeUnknown' }],
  ] as const) {
    const [hanging, other] = await Promise.all([replica(never), replica()])
    const client = clientOf([hanging, other])
    const calls: Promise<unknown>[] = []
    await expect
      .poll(
        () => {
          calls.push(client[method]({}, options).catch((error: unknown) => error))
          return hanging.asked.count > 0 && other.asked.count > 0
        },
        { timeout: 10_000, interval: 1 },
      )
      .toBe(true)
    await hanging.stop(1)
    const answers = await Promise.all(calls)
    expect(answers).toContainEqual(expect.objectContaining(expected))
    if (method === 'GetEntry')
      expect(answers).not.toContainEqual(expect.objectContaining({ errorEnum: expect.anything() }))
  }
})

test('a write that is made while the only replica is replaced waits for the new one, and is done once', async () => {
  const first = await replica()
  const client = clientOf([first])
  await client.PostJournalEntry({}, options)
  await first.stop()
  const meanwhile = client.PostJournalEntry({}, options)
  const second = await replica(undefined, { port: first.port })
  expect(await meanwhile).toMatchObject({ replayed: false })
  expect([first.asked.count, second.asked.count]).toEqual([1, 1])
})

test('a service that stays away is refused, and so is one that was never there', async () => {
  const gone = await replica()
  const client = clientOf([gone])
  await client.GetEntry({}, options)
  await gone.stop()
  // A write that never left was not carried out, and the refusal says so.
  for (const method of ['GetEntry', 'PostJournalEntry'] as const) {
    await expect(client[method]({}, options)).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
    await expect(clientOf([gone])[method]({}, options)).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
  }
})
