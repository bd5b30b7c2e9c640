import { DomainError, outcomeUnknown, problem, refused } from '@pacioli/errors'
import { JournalService, ReplayService, type ReverseEntryRequest__Output } from '@pacioli/protos/ledger'
import { afterEach, expect, test } from 'vitest'
import {
  clientOfService,
  clientOfStreams,
  implement,
  implementStream,
  serve,
  type CallContext,
  type Handlers,
  type Implementation,
} from './index.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

type Journal = typeof JournalService
const journal = (handlers: Partial<Handlers<Journal>>): Implementation =>
  implement(JournalService, handlers as Handlers<Journal>)

async function connected(services: Implementation[]) {
  const server = await serve({ host: '127.0.0.1', port: 0, services })
  closing.push(() => server.stop(100))
  const target = `127.0.0.1:${server.port}`
  const { client, close } = clientOfService(JournalService, { target, count: 2 })
  const streams = clientOfStreams(ReplayService, { target, count: 1 })
  closing.push(close, streams.close)
  return { client, streams: streams.client, server, target }
}

const options = { context: { requestId: 'r', clientId: 'c', businessId: 'b' } }

test('tenant, request id and idempotency claim arrive as sent', async () => {
  let heard: CallContext | undefined
  const { client } = await connected([
    journal({
      GetEntry: async (_request, context) => {
        heard = context
        return {}
      },
    }),
  ])
  const idempotency = { key: 'k', operation: 'POST /x', requestHash: 'h' }
  await client.GetEntry({}, { context: { ...options.context, idempotency } })
  expect(heard).toMatchObject({ requestId: 'r', clientId: 'c', businessId: 'b', idempotency })
  expect(heard?.deadline.getTime()).toBeGreaterThan(Date.now())
})

test('a refusal arrives with all its problems, a defect says nothing of itself', async () => {
  const { client } = await connected([
    journal({
      GetEntry: () =>
        Promise.reject(
          new DomainError([problem('UnbalancedEntry', 'é', { field: 'a' }), problem('PeriodClosed', 'x')]),
        ),
      ReverseEntry: () => Promise.reject(new Error('password is hunter2')),
    }),
  ])
  await expect(client.GetEntry({}, options)).rejects.toMatchObject({
    problems: [
      { error_enum: 'UnbalancedEntry', type: 'RuleViolation', description: 'é', meta: { field: 'a' } },
      { error_enum: 'PeriodClosed' },
    ],
  })
  const defect = await client.ReverseEntry({}, options).catch((error: unknown) => error)
  expect(defect).toMatchObject({ errorEnum: 'InternalError' })
  expect(JSON.stringify(defect)).not.toContain('hunter2')
})

test('what is refused before the first promise arrives like any other refusal', async () => {
  const { client } = await connected([
    journal({
      GetEntry: () => {
        throw refused('EntryNotFound', 'gone')
      },
    }),
  ])
  await expect(client.GetEntry({}, options)).rejects.toMatchObject({ errorEnum: 'EntryNotFound' })
})

test('a refusal with more problems than fit arrives with those that do', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) =>
    problem('UnbalancedEntry', 'x'.repeat(100), { field: `${index}` }),
  )
  const { client } = await connected([
    journal({ GetEntry: () => Promise.reject(new DomainError(many as [(typeof many)[0] & object])) }),
  ])
  const refusal = await client.GetEntry({}, options).catch((error: unknown) => error)
  expect((refusal as DomainError).problems.length).toBeGreaterThan(50)
})

test('a refusal whose first problem does not fit arrives in short', async () => {
  const { client } = await connected([
    journal({
      GetEntry: () =>
        Promise.reject(refused('UnbalancedEntry', 'x'.repeat(100_000), { field: 'a', value: 'y'.repeat(100_000) })),
    }),
  ])
  const refusal = (await client.GetEntry({}, options).catch((error: unknown) => error)) as DomainError
  expect([refusal.errorEnum, refusal.problems[0].meta]).toEqual(['UnbalancedEntry', { field: 'a' }])
  expect(refusal.message).toMatch(/^x{1000}…$/)
})

test('an answer is marked as a replay only when it is one', async () => {
  const { client } = await connected([
    journal({
      GetEntry: async (_request, context) => (context.markReplayed(), { created: true }),
      ReverseEntry: async (_request: ReverseEntryRequest__Output) => ({}),
    }),
  ])
  expect(await client.GetEntry({}, options)).toMatchObject({ replayed: true, message: { created: true } })
  expect((await client.ReverseEntry({}, options)).replayed).toBe(false)
})

test('a server that is not there, or goes away, refuses with 503 and never hangs', async () => {
  const { client, server } = await connected([journal({ GetEntry: () => new Promise(() => undefined) })])
  const hanging = client.GetEntry({}, options).catch((error: unknown) => error)
  const stopped = server.stop(50)
  expect(await hanging).toMatchObject({ errorEnum: 'ServiceUnavailable' })
  await stopped
  await expect(client.GetEntry({}, options)).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
})

test('once a server that was away has answered one call, no other waits for a connection of its own', async () => {
  const answering = [journal({ GetEntry: () => Promise.resolve({}) })]
  const { port, stop } = await serve({ host: '127.0.0.1', port: 0, services: answering })
  const { client, close } = clientOfService(JournalService, { target: `127.0.0.1:${port}`, count: 16 })
  closing.push(close)
  const isAnswered = (): Promise<boolean> =>
    client.GetEntry({}, options).then(
      () => true,
      () => false,
    )
  await stop(50)
  // Each connection waits before it tries again, and not all of them equally long.
  for (let call = 0; call < 64; call++) expect(await isAnswered()).toBe(false)
  const back = await serve({ host: '127.0.0.1', port, services: answering })
  closing.push(() => back.stop(100))
  const areAnswered = (): Promise<boolean[]> => Promise.all(Array.from({ length: 32 }, isAnswered))
  await expect.poll(areAnswered, { timeout: 10_000, interval: 1 }).toContain(true)
  expect(await areAnswered()).not.toContain(false)
})

test('a read that takes longer than its deadline is refused with 504; the outcome of a write is unknown', async () => {
  const never = () => new Promise<never>(() => undefined)
  const { client } = await connected([journal({ GetEntry: never, ReverseEntry: never })])
  const hurried = { ...options, timeoutMs: 50 }
  await expect(client.GetEntry({}, hurried)).rejects.toMatchObject({ errorEnum: 'DeadlineExceeded' })
  await expect(client.ReverseEntry({}, hurried)).rejects.toMatchObject({ errorEnum: 'OutcomeUnknown' })
})

test('an unknown outcome is reported for a write, never for a read', async () => {
  const lost = () => Promise.reject(outcomeUnknown(new Error('the COMMIT was not answered')))
  const { client } = await connected([journal({ GetEntry: lost, ReverseEntry: lost })])
  await expect(client.GetEntry({}, options)).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
  await expect(client.ReverseEntry({}, options)).rejects.toMatchObject({ errorEnum: 'OutcomeUnknown' })
})

test('a write that cannot be encoded fails as what it is, since nothing was sent', async () => {
  const { client } = await connected([journal({ ReverseEntry: () => Promise.reject(new Error('was called')) })])
  const request = {
    get entry_id(): string {
      throw new TypeError('no id')
    },
  }
  await expect(client.ReverseEntry(request, options)).rejects.toThrow(new TypeError('no id'))
})

test('a stream ends with what it refused, and is left early without harm', async () => {
  const { streams } = await connected([
    implementStream(ReplayService, {
      ReplayAggregates: async function* ({ business_id }) {
        for (let n = 0; n < 1_000; n++) yield { id: String(n), event: 'x'.repeat(1_000) }
        if (business_id) throw refused('BusinessNotFound', 'no')
      },
    }),
  ])
  let seen = 0
  for await (const { id } of streams.ReplayAggregates({}, options)) {
    seen += 1
    if (id === '99') break
  }
  expect(seen).toBe(100)
  const all = async () => {
    for await (const _ of streams.ReplayAggregates({ business_id: 'x' }, options)) seen += 1
  }
  await expect(all()).rejects.toMatchObject({ errorEnum: 'BusinessNotFound' })
  expect(seen).toBe(1_100)
})

test('calls beyond the limit of a server are refused immediately, and those in flight are not disturbed', async () => {
  const ends: (() => void)[] = []
  const server = await serve({
    host: '127.0.0.1',
    port: 0,
    services: [journal({ GetEntry: () => new Promise((resolve) => ends.push(() => resolve({}))) })],
    maxInFlight: 2,
  })
  closing.push(() => server.stop(100))
  const { client, close } = clientOfService(JournalService, { target: `127.0.0.1:${server.port}`, count: 1 })
  closing.push(close)
  const inWork = [client.GetEntry({}, options), client.GetEntry({}, options)]
  await expect.poll(() => ends.length).toBe(2)
  await expect(client.GetEntry({}, options)).rejects.toMatchObject({ errorEnum: 'ServiceUnavailable' })
  for (const end of ends.splice(0)) end()
  expect(await Promise.all(inWork)).toHaveLength(2)
  const later = client.GetEntry({}, options)
  await expect.poll(() => ends.length).toBe(1)
  ends[0]?.()
  await expect(later).resolves.toMatchObject({ replayed: false })
})
