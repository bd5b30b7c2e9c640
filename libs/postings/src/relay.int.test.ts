/** Postings that requests leave behind are delivered, whatever dies meanwhile, and no tenant waits for others. */
import { refused } from '@pacioli/errors'
import type { BusinessWrite } from '@pacioli/rpc'
import { waitFor } from '@pacioli/testing'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { leftBehind, startPosting, type TestPosting } from './postings.test-helpers.ts'
import type { PostingRelay, PostingRelayOptions } from './relay.ts'

let service: TestPosting
const relays: PostingRelay[] = []

beforeAll(async () => {
  service = await startPosting()
})
beforeEach(() => {
  service.peer.fault = (_postings, passOn) => passOn()
  service.peer.calls = []
  // Postings just staged belong to their request for some seconds.
  service.clock.aheadMs += 60_000
})
afterEach(async () => {
  await Promise.all(relays.splice(0).map((relay) => relay.stop()))
})
afterAll(() => service.stop())

const start = (number = 1, options?: Partial<PostingRelayOptions>): void => {
  for (let count = 0; count < number; count++) relays.push(service.startRelay(options))
}
const leaveBehind = (number: number) => leftBehind(service, number)

const becomes = (business: BusinessWrite, counts: object): Promise<void> =>
  expect.poll(() => service.countsOf(business), { timeout: 30_000 }).toEqual(counts)

const later = (ms: number): void => void (service.clock.aheadMs += ms)

test('a posting just staged is left to its request, and delivered if the request does not', async () => {
  const { business } = await leaveBehind(3)
  start(2)
  const other = await leaveBehind(1)
  later(9_000)
  expect(await service.countsOf(other.business)).toEqual({ PENDING: 1 })
  later(1_500)
  await becomes(business, { POSTED: 3 })
  await becomes(other.business, { POSTED: 1 })
})

test('two relays deliver more postings of one business than one takes in a turn, each once', async () => {
  const { business } = await leaveBehind(25)
  later(11_000)
  start(2, { turn: 10 })
  await becomes(business, { POSTED: 25 })
  expect(await service.cash(business)).toBe(125)
  expect(service.peer.calls.flat().length).toBe(25)
})

test('a ledger that fails midway and recovers has everything once', async () => {
  const { business, sales, some } = await leaveBehind(10)
  const [first = ''] = some
  await service.stage(business, [sales.undo(first, 1), sales.sale(first, 2, 8)])
  later(11_000)
  let calls = 0
  service.peer.fault = async (_postings, passOn) => {
    calls += 1
    // Gone after posting, but before its answer: only the database knows the outcome.
    if (calls === 1) await passOn()
    if (calls <= 3) throw refused('ServiceUnavailable', 'gone')
    return passOn()
  }
  start()
  const forward = setInterval(() => later(1_000), 20)
  await becomes(business, { POSTED: 12 }).finally(() => clearInterval(forward))
  expect(calls).toBeGreaterThan(3)
  expect(await service.cash(business)).toBe(9 * 5 + 8)
})

test('a service that dies between its commit and its delivery loses nothing, nor one that dies during it', async () => {
  const { business } = await leaveBehind(5)
  later(11_000)
  // Claimed by a relay that died before it delivered anything.
  service.peer.fault = () => new Promise(() => undefined)
  start(1, { stopMs: 50 })
  await waitFor('the first call', () => service.peer.calls.length > 0)
  const [dead] = relays.splice(0)
  const dying = dead?.stop()
  service.peer.fault = (_postings, passOn) => passOn()
  start()
  later(31_000)
  await becomes(business, { POSTED: 5 })
  await dying
})

test('a business whose calls fail or that has very many does not hold up the others', async () => {
  const broken = await leaveBehind(3)
  const large = await leaveBehind(25)
  const small = await Promise.all(Array.from({ length: 3 }, () => leaveBehind(2)))
  const largeKeys = new Set(large.some.map((id) => `${id}:1`))
  const brokenKeys = new Set(broken.some.map((id) => `${id}:1`))
  const isOf = (keys: Set<string>, postings: { posting_key: string }[]) =>
    postings.some(({ posting_key }) => keys.has(posting_key))
  const open = Promise.withResolvers<void>()
  service.peer.fault = async (postings, passOn) => {
    if (isOf(brokenKeys, postings)) throw refused('ServiceUnavailable', 'never')
    if (isOf(largeKeys, postings)) await open.promise
    return passOn()
  }
  later(11_000)
  start(1, { turn: 10 })
  for (const { business } of small) await becomes(business, { POSTED: 2 })
  expect(await service.countsOf(large.business)).toEqual({ PENDING: 25 })
  expect(await service.countsOf(broken.business)).toEqual({ PENDING: 3 })
  open.resolve()
  const forward = setInterval(() => later(1_000), 20)
  await becomes(large.business, { POSTED: 25 }).finally(() => clearInterval(forward))
})

test('postings behind a failed one are deferred: they are not examined again and again', async () => {
  const { business, sales, some } = await leaveBehind(1)
  const [id = ''] = some
  service.peer.fault = () => Promise.reject(refused('PeriodClosed', 'closed'))
  later(11_000)
  start()
  await becomes(business, { FAILED: 1 })
  const { epoch } = await service.postingSession.askBooks(business, {})
  await service.db.transact(business, (tx) =>
    service.postingSession.stageAnyway(tx, business, { epoch }, [sales.undo(id, 1)]),
  )
  later(11_000)
  const dueAt = async (): Promise<number> => {
    const rows = await service.db.transact(business, (tx) =>
      tx.rows<{ at: Date }>(
        "SELECT next_attempt_at AS at FROM postings WHERE business_id = $1 AND status = 'PENDING'",
        [business.businessId],
      ),
    )
    return (rows[0]?.at.getTime() ?? 0) - service.now().getTime()
  }
  await waitFor('the posting to be put off', async () => (await dueAt()) > 3_000_000)
  // Postings left by the test before fail as well, sooner or later.
  await expect.poll(() => relays[0]?.backlog()).toMatchObject({ pending: 0, held: 1, oldest: null })
  expect(service.peer.calls.flat().filter((key) => key.startsWith(id))).toEqual([`${id}:1`])
})

test('metrics show what waits and what failed, and an idle relay ends when it is stopped', async () => {
  const { business } = await leaveBehind(4)
  start(1, { pollMs: 600_000, stopMs: 600_000 })
  const [relay] = relays
  const before = await relay?.backlog()
  expect(before?.pending).toBeGreaterThanOrEqual(4)
  expect(before?.oldest).toBeInstanceOf(Date)
  await Promise.all(relays.splice(0).map((one) => one.stop()))
  expect(await service.countsOf(business)).toEqual({ PENDING: 4 })
})
