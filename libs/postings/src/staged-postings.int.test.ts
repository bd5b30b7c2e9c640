import { refused } from '@pacioli/errors'
import { StagedPostingsService } from '@pacioli/protos/postings'
import { clientOfService, serve, type BusinessWrite, type CallContext, type Client, type RpcServer } from '@pacioli/rpc'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { salesOf, startPosting, type TestPosting } from './postings.test-helpers.ts'
import { stagedPostingsRpc } from './staged-postings.rpc.ts'

let service: TestPosting
let server: RpcServer
let client: Client<typeof StagedPostingsService>
let close: () => void
let business: BusinessWrite
let sales: ReturnType<typeof salesOf>
const known = new Set<string>()

beforeAll(async () => {
  service = await startPosting()
  server = await serve({
    host: '127.0.0.1',
    port: 0,
    services: [
      stagedPostingsRpc({
        ...service,
        requireBusiness: ({ clientId, businessId }: CallContext) =>
          known.has(`${clientId} ${businessId}`)
            ? Promise.resolve()
            : Promise.reject(refused('BusinessNotFound', 'There is no such business.')),
      }),
    ],
  })
  ;({ client, close } = clientOfService(StagedPostingsService, { target: `127.0.0.1:${server.port}`, count: 1 }))
})
beforeEach(async () => {
  business = await service.openBusiness()
  known.add(`${business.clientId} ${business.businessId}`)
  sales = salesOf({
    cash: await service.accountId(business, 'CASH'),
    sales: await service.accountId(business, 'SALES'),
  })
  service.peer.fault = (_postings, passOn) => passOn()
})
afterAll(async () => {
  close()
  await server.stop(1_000)
  await service.stop()
})

const ids = (number: number): string[] => Array.from({ length: number }, () => randomUUID()).sort()
const contextOf = (key?: string, tenant: { clientId: string; businessId: string } = business) => ({
  clientId: tenant.clientId,
  businessId: tenant.businessId,
  idempotency: key === undefined ? undefined : { key, operation: 'retry', requestHash: 'h' },
})
const list = async (request: Parameters<typeof client.ListPostings>[0] = {}) =>
  (await client.ListPostings({ limit: 100, sort_order: 'DESC', ...request }, { context: contextOf() })).message
const retry = async (posting_id: string, key?: string) =>
  await client.RetryPosting({ posting_id }, { context: contextOf(key) })
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'none',
    (error: { errorEnum?: string; message?: string }) => error.errorEnum ?? error.message,
  )

/** Two posted, one failed with a correction behind it, and two pending. */
async function mixed(): Promise<{ good: string[]; bad: string; waiting: string[] }> {
  const [one = '', two = '', bad = '', ...waiting] = ids(5)
  service.peer.fault = (postings, passOn) =>
    postings.some(({ source_id }) => source_id === bad)
      ? Promise.reject(refused('AccountArchived', 'Cash is archived and takes no postings.'))
      : passOn()
  await service.stage(
    business,
    [one, two, bad].map((id) => sales.sale(id, 1)),
  )
  await service.postingSession.deliver(business, [one, two, bad].map(sales.sourceOf))
  const { epoch } = await service.postingSession.askBooks(business, {})
  await service.db.transact(business, (tx) =>
    service.postingSession.stageAnyway(tx, business, { epoch }, [
      sales.undo(bad, 1),
      ...waiting.map((id) => sales.sale(id, 1)),
    ]),
  )
  return { good: [one, two], bad, waiting }
}

describe('listing', () => {
  test('shows the progress of each, newest first, by status and by source, with counts', async () => {
    const { good, bad, waiting } = await mixed()
    const all = await list()
    expect([all.has_more, all.total_count]).toEqual([false, 6])
    const times = all.data.map(({ staged_at }) => staged_at)
    expect(times).toEqual(times.toSorted().toReversed())
    const of = async (request: object) => {
      const { data, total_count } = await list(request)
      expect(total_count).toBe(data.length)
      return data.map(({ posting_key }) => posting_key).sort()
    }
    expect(await of({ status: 'POSTED' })).toEqual(good.map((id) => `${id}:1`))
    expect(await of({ status: 'FAILED' })).toEqual([`${bad}:1`])
    expect(await of({ status: 'PENDING' })).toEqual([`${bad}:1:undo`, ...waiting.map((id) => `${id}:1`)].sort())
    expect(await of({ source_id: bad.toUpperCase() })).toEqual([`${bad}:1`, `${bad}:1:undo`])
    expect(await of({ source_id: bad, status: 'PENDING' })).toEqual([`${bad}:1:undo`])
    expect(await of({ source_id: 'nobody' })).toEqual([])
    const [failed] = (await list({ status: 'FAILED' })).data
    expect(failed).toMatchObject({
      source_type: 'sale',
      source_id: bad,
      seq: 1,
      attempts: 1,
      error_enum: 'AccountArchived',
      error_description: 'Cash is archived and takes no postings.',
      entry_at: '2026-01-15T12:00:00.000Z',
    })
    expect(failed?.failed_at).toBeDefined()
    const [posted] = (await list({ source_id: good[0] ?? '' })).data
    expect([posted?.entry_id !== undefined, posted?.posted_at !== undefined, posted?.error_enum]).toEqual([
      true,
      true,
      undefined,
    ])
  })

  test('pages in both orders without losing or repeating any', async () => {
    const some = ids(25)
    for (let start = 0; start < some.length; start += 5)
      await service.stage(
        business,
        some.slice(start, start + 5).map((id) => sales.sale(id, 1)),
      )
    for (const sort_order of ['ASC', 'DESC']) {
      const seen: string[] = []
      for (let after: { staged_at: string; id: string } | null = null; ;) {
        const { data, has_more, total_count } = await list({ limit: 7, sort_order, after })
        expect([total_count, data.length]).toEqual([25, has_more ? 7 : 4])
        seen.push(...data.map(({ posting_key }) => posting_key))
        if (!has_more) break
        after = data.at(-1) ?? null
      }
      expect([seen.length, new Set(seen).size]).toEqual([25, 25])
    }
  })

  test('refuses an invalid status, order or size, and a business of another client', async () => {
    expect(await codeOf(list({ status: 'LOST' }))).toBe('InvalidQuery')
    for (const wrong of [{ limit: 0 }, { limit: 501 }, { sort_order: 'UP' }])
      expect([wrong, await codeOf(list(wrong))]).toEqual([wrong, 'InvalidQuery'])
    expect((await list({ limit: 500 })).data).toEqual([])
    const stranger = { clientId: randomUUID(), businessId: business.businessId }
    const request = { limit: 1, sort_order: 'ASC' }
    expect(await codeOf(client.ListPostings(request, { context: contextOf(undefined, stranger) }))).toBe(
      'BusinessNotFound',
    )
    expect(await codeOf(client.RetryPosting({ posting_id: 'x' }, { context: contextOf(undefined, stranger) }))).toBe(
      'BusinessNotFound',
    )
  })

  test('counts correctly during concurrent postings and failures', async () => {
    const some = ids(12)
    await Promise.all(
      some.map(async (id) => {
        await service.stage(business, [sales.sale(id, 1)])
        await service.postingSession.deliver(business, [sales.sourceOf(id)])
      }),
    )
    const totals = await Promise.all(
      ['PENDING', 'POSTED', 'FAILED', undefined].map(
        async (status) => (await list(status === undefined ? {} : { status })).total_count,
      ),
    )
    expect(totals).toEqual([0, 12, 0, 12])
  })
})

describe('retrying', () => {
  const failedId = async (): Promise<string> => (await list({ status: 'FAILED' })).data[0]?.id ?? ''

  test('posts what was repaired, and what waited behind it', async () => {
    const { bad } = await mixed()
    const id = await failedId()
    const still = await retry(id)
    expect(still.message.data).toMatchObject({ status: 'FAILED', attempts: 2 })
    service.peer.fault = (_postings, passOn) => passOn()
    const { message } = await retry(id)
    expect(message.data).toMatchObject({ id, status: 'POSTED', attempts: 3 })
    expect(message.data?.error_enum).toBeUndefined()
    expect((await list({ source_id: bad })).data.map(({ status }) => status)).toEqual(['POSTED', 'POSTED'])
    expect(await codeOf(retry(id))).toBe('PostingNotFailed')
  })

  test('is refused for a posting that has not failed, is missing, or belongs to another business', async () => {
    await mixed()
    const failed = await failedId()
    const [pending] = (await list({ status: 'PENDING' })).data
    expect(await codeOf(retry(pending?.id ?? ''))).toBe('PostingNotFailed')
    expect(await codeOf(retry(randomUUID()))).toBe('PostingNotFound')
    expect(await codeOf(retry('x'))).toBe('PostingNotFound')
    business = await service.openBusiness()
    known.add(`${business.clientId} ${business.businessId}`)
    expect(await codeOf(retry(failed))).toBe('PostingNotFound')
  })

  test('leaves it pending where the ledger is unavailable, and a repeated request delivers it', async () => {
    await mixed()
    const id = await failedId()
    service.peer.fault = () => Promise.reject(refused('ServiceUnavailable', 'away'))
    expect((await retry(id, 'key')).message.data).toMatchObject({ status: 'PENDING' })
    service.peer.fault = (_postings, passOn) => passOn()
    const again = await retry(id, 'key')
    expect([again.replayed, again.message.data?.status]).toEqual([true, 'POSTED'])
  })

  test('at the same moment succeeds once', async () => {
    await mixed()
    const id = await failedId()
    service.peer.fault = (_postings, passOn) => passOn()
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => codeOf(retry(id))))
    expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'PostingNotFailed')).toHaveLength(4)
  })
})
