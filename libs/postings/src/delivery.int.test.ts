import { refused } from '@pacioli/errors'
import type { BusinessWrite } from '@pacioli/rpc'
import { rowsReadBy, waitFor } from '@pacioli/testing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RetryDecision, type Books } from './books.ts'
import { loadWaiting, markDelayed, markPosted } from './posting.store.ts'
import { salesOf, startPosting, type TestPosting } from './postings.test-helpers.ts'

let service: TestPosting
let business: BusinessWrite
let sales: ReturnType<typeof salesOf>

beforeAll(async () => {
  service = await startPosting()
})
beforeEach(async () => {
  business = await service.openBusiness()
  sales = salesOf({
    cash: await service.accountId(business, 'CASH'),
    sales: await service.accountId(business, 'SALES'),
  })
  service.peer.fault = (_postings, passOn) => passOn()
  service.peer.calls = []
  service.peer.keys = []
  service.refused.length = 0
  service.troubles.length = 0
})
afterAll(() => service.stop())

const ids = (number: number): string[] => Array.from({ length: number }, () => randomUUID()).sort()
const deliver = (sources: string[], deadline?: Date) =>
  service.postingSession.deliver(business, sources.map(sales.sourceOf), deadline)
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'none',
    (error: { errorEnum?: string; message?: string }) => error.errorEnum ?? error.message,
  )
/** An account that the ledger does not have: it refuses any posting that names it. */
const poison = (id: string) => {
  const { lines, ...rest } = sales.sale(id, 1)
  return { ...rest, lines: lines.map((line, index) => (index ? line : { ...line, accountId: randomUUID() })) }
}

test('a posting is marked although another delivery delayed it while its own waited for the row', async () => {
  const [source = ''] = ids(1)
  await service.stage(business, [sales.sale(source, 1)])
  const { db } = service
  const id = (await db.transact(business, (tx) => tx.row<{ id: string }>('SELECT id FROM postings')))?.id ?? ''
  const entryId = randomUUID()
  const { marking } = await db.transact(business, async (tx) => {
    const late = { errorEnum: 'ServiceUnavailable', description: 'away' }
    markDelayed(tx, [id], late, new Date())
    // On one connection: from here on the row is locked.
    await tx.rows('SELECT')
    const marking = db.transact(business, async (other) => markPosted(other, [{ id, entryId }], new Date()))
    await waitFor('the marking to wait for the row', async () => {
      const waiting = await db.call(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        [],
        business.businessId,
      )
      return waiting.length > 0
    })
    return { marking }
  })
  await marking
  const row = await db.transact(business, (tx) => tx.row('SELECT status, entry_id FROM postings'))
  expect(row).toEqual({ status: 'POSTED', entry_id: entryId })
})

describe('a staged posting', () => {
  test('is posted in one call and reported as posted, and delivering it again makes no call', async () => {
    const three = ids(3)
    await service.stage(
      business,
      three.map((id) => sales.sale(id, 1)),
    )
    expect(await deliver([...three, ...three])).toBe('posted')
    expect(service.peer.calls).toEqual([three.map((id) => `${id}:1`)])
    expect(await deliver(three)).toBe('posted')
    expect(service.peer.calls).toHaveLength(1)
    expect(await service.cash(business)).toBe(15)
  })

  test('is posted in the order of its source: first what a reversal reverses, and the replacement with the reversal', async () => {
    const [id = ''] = ids(1)
    await service.stage(business, [sales.sale(id, 1)])
    await service.stage(business, [sales.undo(id, 1), sales.sale(id, 2, 8)])
    await service.stage(business, [sales.undo(id, 2), sales.sale(id, 3, 9)])
    expect(await deliver([id])).toBe('posted')
    expect(service.peer.calls).toEqual([[`${id}:1`], [`${id}:1:undo`, `${id}:2`], [`${id}:2:undo`, `${id}:3`]])
    expect(await service.cash(business)).toBe(9)
  })

  test('takes along what it reverses of another source, which was not named', async () => {
    const [one = '', other = ''] = ids(2)
    await service.stage(business, [sales.sale(other, 1), sales.sale(one, 1, 7)])
    await service.stage(business, [sales.undo(one, 2, `${other}:1`)])
    expect(await deliver([one])).toBe('posted')
    expect(await service.cash(business)).toBe(7)
  })

  test('is posted in few calls, which go without the Idempotency-Key of the request: otherwise the second would be a repeat of the first', async () => {
    // More than are in memory at a time, and more than one call takes.
    const many = ids(1_001)
    await service.stage(
      business,
      many.map((id) => sales.sale(id, 1)),
    )
    service.peer.fault = (postings) =>
      Promise.resolve({
        data: postings.map(({ posting_key }) => ({ posting_key, entry_id: randomUUID(), created: true })),
      })
    const request = { ...business, idempotency: { key: 'k', operation: 'test', requestHash: 'h' } }
    expect(await service.postingSession.deliver(request, many.map(sales.sourceOf))).toBe('posted')
    expect(service.peer.calls.map((call) => call.length).sort()).toEqual([1, 500, 500])
    expect(service.peer.keys).toEqual([undefined, undefined, undefined])
    expect(await service.countsOf(business)).toEqual({ POSTED: 1_001 })
  })

  test('is looked up row by row, even where many were staged since the last statistics', async () => {
    const [posted = '', ...many] = ids(61)
    await service.stage(business, [sales.sale(posted, 1)])
    await deliver([posted])
    await service.admin.call('VACUUM ANALYZE postings')
    await service.stage(
      business,
      many.flatMap((id) => [sales.sale(id, 1), sales.undo(id, 1)]),
    )
    const { answer: waiting, rowsRead } = await service.db.transact(business, (tx) =>
      rowsReadBy(tx, 'postings', () => loadWaiting(tx, many.map(sales.sourceOf))),
    )
    expect(waiting).toHaveLength(120)
    expect(waiting.filter(({ reversesUnposted }) => reversesUnposted)).toHaveLength(60)
    expect(rowsRead).toBeLessThan(10 * waiting.length)
    expect(await deliver(many)).toBe('posted')
  })

  test('is posted once by concurrent deliveries', async () => {
    const many = ids(40)
    await service.stage(
      business,
      many.map((id) => sales.sale(id, 1)),
    )
    const states = await Promise.all(
      Array.from({ length: 6 }, (_, index) => deliver(index % 2 ? many : many.toReversed())),
    )
    expect(new Set(states)).toEqual(new Set(['posted']))
    expect(await service.cash(business)).toBe(200)
  })

  test('is a defect, and nothing is written, where the ledger would never accept it', async () => {
    const [id = ''] = ids(1)
    const { lines, ...rest } = sales.sale(id, 1)
    expect(await codeOf(service.stage(business, [{ ...rest, lines: lines.slice(1) }]))).toMatch(/cannot be made/)
    expect(await service.countsOf(business)).toEqual({})
  })
})

describe('a posting that the ledger refuses', () => {
  test('is found among 100, the rest of which is posted, and is reported once', async () => {
    const many = ids(100)
    const bad = many[63] ?? ''
    await service.stage(
      business,
      many.map((id) => (id === bad ? poison(id) : sales.sale(id, 1))),
    )
    expect(await deliver(many)).toBe('failed')
    expect(await service.countsOf(business)).toEqual({ POSTED: 99, FAILED: 1 })
    expect(service.refused).toEqual([`${bad}:1`])
    expect(service.peer.calls.length).toBeLessThan(20)
    expect(await deliver(many)).toBe('failed')
    expect(service.refused).toHaveLength(1)
  })

  test('blocks its own source and reversals of that, and nothing else', async () => {
    const [bad = '', good = '', far = ''] = ids(3)
    await service.stage(business, [poison(bad), sales.sale(good, 1)])
    expect(await deliver([bad, good])).toBe('failed')
    expect(await codeOf(service.stage(business, [sales.sale(bad, 2)]))).toBe('PostingFailed')
    const { epoch } = await service.postingSession.askBooks(business, {})
    await service.db.transact(business, (tx) =>
      service.postingSession.stageAnyway(tx, business, { epoch }, [sales.undo(bad, 1), sales.undo(far, 1, `${bad}:1`)]),
    )
    await service.stage(business, [sales.sale(good, 2)])
    expect(await deliver([bad, good, far])).toBe('failed')
    expect(Object.fromEntries(await service.statuses(business))).toEqual({
      [`${bad}:1`]: 'FAILED',
      [`${bad}:1:undo`]: 'PENDING',
      [`${far}:1:undo`]: 'PENDING',
      [`${good}:1`]: 'POSTED',
      [`${good}:2`]: 'POSTED',
    })
    expect(await deliver([good])).toBe('posted')
  })

  test('lets earlier postings of its source through', async () => {
    const [id = ''] = ids(1)
    await service.stage(business, [sales.sale(id, 1), { ...poison(id), postingKey: `${id}:2` }])
    expect(await deliver([id])).toBe('failed')
    expect((await service.statuses(business)).map(([, status]) => status)).toEqual(['POSTED', 'FAILED'])
  })
})

describe('a ledger in trouble', () => {
  const stageSome = async (number: number): Promise<string[]> => {
    const some = ids(number)
    await service.stage(
      business,
      some.map((id) => sales.sale(id, 1)),
    )
    return some
  }

  test('that is unavailable leaves all pending, to be tried later', async () => {
    const some = await stageSome(3)
    service.peer.fault = () => Promise.reject(refused('ServiceUnavailable', 'away'))
    expect(await deliver(some)).toBe('pending')
    expect(service.peer.calls).toHaveLength(1)
    expect(await service.countsOf(business)).toEqual({ PENDING: 3 })
    service.peer.fault = (_postings, passOn) => passOn()
    expect(await deliver(some)).toBe('posted')
  })

  test('that never answers holds a request until its deadline and no longer', async () => {
    const [patient = '', hurried = ''] = await stageSome(2)
    const hang = Promise.withResolvers<object>()
    service.peer.fault = () => hang.promise
    // Without a deadline of its own a call is abandoned after eight seconds.
    let isPatientOver = false
    const patience = deliver([patient]).finally(() => (isPatientOver = true))
    await waitFor('its call', () => service.peer.calls.length === 1)
    expect(await deliver([hurried], new Date(Date.now() + 300))).toBe('pending')
    expect(isPatientOver).toBe(false)
    hang.resolve({ data: [] })
    expect(await patience).toBe('pending')
    service.peer.calls = []
    expect(await deliver([hurried], new Date(Date.now() - 1))).toBe('pending')
    expect(service.peer.calls).toEqual([])
  })

  test('whose answer was lost posts nothing twice', async () => {
    const some = await stageSome(20)
    service.peer.fault = async (_postings, passOn) => {
      await passOn()
      throw refused('ServiceUnavailable', 'cut off')
    }
    expect(await deliver(some)).toBe('pending')
    service.peer.fault = (_postings, passOn) => passOn()
    expect(await deliver(some)).toBe('posted')
    expect(await service.cash(business)).toBe(100)
  })

  test.each([
    ['nothing', { data: [] }],
    ['other postings', { data: [{ posting_key: 'x', entry_id: randomUUID(), created: true }] }],
    ['no ids', { data: [{ posting_key: 'KEY', entry_id: '?', created: true }] }],
  ])('that answers %s is not believed', async (_what, answer) => {
    const some = await stageSome(1)
    service.peer.fault = (postings) =>
      Promise.resolve(JSON.parse(JSON.stringify(answer).replace('KEY', postings[0]?.posting_key ?? '')) as object)
    expect(await deliver(some)).toBe('pending')
    expect(await service.countsOf(business)).toEqual({ PENDING: 1 })
    expect(service.troubles).toHaveLength(1)
  })

  test('that fails on one posting still gets the others, and is not called for ever when it fails on all', async () => {
    const some = await stageSome(100)
    const bad = `${some[63]}:1`
    service.peer.fault = (postings, passOn) =>
      postings.some(({ posting_key }) => posting_key === bad)
        ? Promise.reject(new Error('a defect of the ledger'))
        : passOn()
    expect(await deliver(some)).toBe('pending')
    expect(await service.countsOf(business)).toEqual({ POSTED: 99, PENDING: 1 })
    const more = await stageSome(100)
    service.peer.calls = []
    service.peer.fault = () => Promise.reject(new Error('a defect of the ledger'))
    expect(await deliver(more)).toBe('pending')
    expect(service.peer.calls.length).toBeLessThan(20)
    expect(await service.countsOf(business)).toEqual({ POSTED: 99, PENDING: 101 })
    expect(service.refused).toEqual([])
  })

  test('does not reorder a source whose reversal could not be delivered', async () => {
    const [id = ''] = await stageSome(1)
    await service.stage(business, [sales.undo(id, 1), sales.sale(id, 2, 8)])
    service.peer.fault = (postings, passOn) =>
      postings.some(({ reverses }) => reverses !== undefined) ? Promise.reject(new Error('a defect')) : passOn()
    expect(await deliver([id])).toBe('pending')
    expect((await service.statuses(business)).map(([, status]) => status)).toEqual(['POSTED', 'PENDING', 'PENDING'])
    service.peer.fault = (_postings, passOn) => passOn()
    expect(await deliver([id])).toBe('posted')
    expect(await service.cash(business)).toBe(8)
  })
})

describe('deciding', () => {
  test('queries what was missing, and gives up after three attempts', async () => {
    const attempts: Books[] = []
    const decide = (decision: (books: Books) => string) =>
      service.postingSession.decide(
        business,
        () => Promise.resolve({}),
        (books) => {
          attempts.push(books)
          return Promise.resolve(decision(books))
        },
      )
    const named = (books: Books, name: string) => books.account({ type: 'StableName', stable_name: name }).name
    expect(await decide((books) => named(books, 'CASH') + named(books, 'SALES'))).toBe('CashSales')
    expect(attempts).toHaveLength(3)
    const never = decide(() => {
      throw new RetryDecision()
    })
    expect(await codeOf(never)).toBe('VersionConflict')
    expect(attempts).toHaveLength(6)
  })

  test('names the field of the request that names no account', async () => {
    const identifier = { type: 'StableName', stable_name: 'NOWHERE' }
    const error: unknown = await service.postingSession
      .askBooks(business, { accounts: [{ identifier, field: 'category' }] })
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ errorEnum: 'AccountNotFound', problems: [{ meta: { field: 'category' } }] })
  })
})
