import { expect, test } from 'vitest'
import { amountsOf, statusOf, type Bill } from './bill.ts'
import {
  aBill,
  aCredit,
  aCreditLine,
  ACCOUNTS,
  aLine,
  day,
  refusalOf,
  summaries,
} from '../testing/payables.test-helpers.ts'
import { allocateCredit, takeBack, type ResolvedCreditPart } from './allocate-to-bills.ts'
import { entriesOfVendorCredit } from './vendor-credit.postings.ts'
import { unallocatedOf } from './vendor-credit.ts'

const bill = (given: Parameters<typeof aBill>[0] = {}): Bill => ({ ...aBill(given), paid: [], credited: [] })
const requested = (of: Bill, amount: number, allocatedAt: Date | null = null): ResolvedCreditPart => ({
  field: '',
  name: { bill_id: of.id },
  amount,
  bill: of,
  before: [],
  allocatedAt,
})
let made = 0
const making = { accounts: ACCOUNTS, timeZone: 'UTC', now: day(25), newId: () => `allocation ${++made}` }
const credit = aCredit({ documentDate: day(15), lineItems: [aCreditLine('rent', 120)] })

test('a credit counts for a bill from the later of when the two were received', () => {
  const [earlier, later] = [
    bill({ id: 'earlier', documentDate: day(10) }),
    bill({ id: 'later', documentDate: day(18) }),
  ]
  const after = allocateCredit(credit, [requested(earlier, 30), requested(later, 20)], making)
  expect(after.credit.allocations.map(({ documentId: billId, allocatedAt }) => [billId, allocatedAt])).toEqual([
    ['earlier', day(15)],
    ['later', day(18)],
  ])
  expect(unallocatedOf(after.credit)).toBe(70)
  expect(after.bills.map((change) => amountsOf(change.after).outstandingBalance)).toEqual([70, 80])
})

test('a credit and a bill are recognized pro rata, each in one cumulation, to the cent', () => {
  const owed = bill({ lineItems: [aLine('rent', 10), aLine('power', 10), aLine('water', 10)] })
  const thirds = aCredit({ lineItems: [aCreditLine('rebate', 5), aCreditLine('bonus', 5), aCreditLine('fee', -1)] })
  const first = allocateCredit(
    thirds,
    [{ ...requested(owed, 4), before: [{ component: 'line on rent', amount: 1 }] }],
    making,
  )
  const [one] = first.credit.allocations
  expect(one?.shares.map(({ accountId, amount }) => [accountId, amount])).toEqual([
    ['rent', 1],
    ['power', 2],
    ['water', 1],
  ])
  const second = allocateCredit(first.credit, [{ ...requested(owed, 5), before: one?.shares ?? [] }], making)
  const given = second.credit.allocations.map(({ creditShares }) =>
    creditShares.map(({ accountId, amount }) => [accountId, amount]),
  )
  expect(given).toEqual([
    [
      ['rebate', 2],
      ['bonus', 2],
    ],
    [
      ['rebate', 3],
      ['bonus', 3],
      ['fee', -1],
    ],
  ])
})

test('lines of an allocation carry the tags of the bill first, so that every dimension of the whole balances', () => {
  const owed = bill({ tags: ['fund:a'], lineItems: [aLine('rent', 100, { tags: ['room:1'] })] })
  const tagged = aCredit({
    tags: ['fund:b', 'team:x'],
    lineItems: [aCreditLine('rebate', 40, { tags: ['room:2'] })],
    documentDate: day(15),
  })
  const { credit: after } = allocateCredit(tagged, [requested(owed, 40)], making)
  expect(
    summaries(entriesOfVendorCredit(after, ACCOUNTS))['allocated.cash:' + after.allocations[0]?.id + ' CASH 15'],
  ).toEqual(['Dr rent 40 fund:a room:1 team:x', 'Cr rebate 40 fund:a room:2 team:x'])
})

test('an allocation is when a request says, not on a day before the credit', () => {
  const at = (instant: Date) => allocateCredit(credit, [requested(bill(), 1, instant)], making).credit.allocations[0]
  const midnight = new Date('2026-01-15T00:00:00Z')
  expect(at(midnight)).toMatchObject({ allocatedAt: midnight, countsFrom: day(15) })
  expect(at(day(20))).toMatchObject({ allocatedAt: day(20), countsFrom: day(15) })
  expect(refusalOf(() => at(new Date('2026-01-14T23:59:59.999Z')))).toEqual(['DatedTooEarly', 'allocated_at'])
  // The credit is of noon in UTC, an hour into the 16th in Auckland.
  const inAuckland = (instant: string) =>
    refusalOf(() =>
      allocateCredit(credit, [requested(bill(), 1, new Date(instant))], { ...making, timeZone: 'Pacific/Auckland' }),
    )
  expect(inAuckland('2026-01-15T11:00:00Z')).toBeUndefined()
  expect(inAuckland('2026-01-15T10:59:59.999Z')).toEqual(['DatedTooEarly', 'allocated_at'])
})

test('as much as is unallocated and outstanding can be allocated, not one more', () => {
  const refusal = (amount: number, of: Bill) =>
    refusalOf(() => allocateCredit(credit, [requested(of, amount)], making))?.[0]
  const large = bill({ id: 'large', additionalSalesTaxes: [{ id: 't', taxName: 't', accountId: 'tax', amount: 900 }] })
  expect([refusal(100, bill()), refusal(101, bill())]).toEqual([undefined, 'OverAllocated'])
  expect([refusal(120, large), refusal(121, large)]).toEqual([undefined, 'OverAllocated'])
  expect(refusal(1, bill({ voidedAt: day(12) }))).toBe('BillVoided')
  expect(refusal(1, bill({ contactId: 'another' }))).toBe('VendorMismatch')
})

test('a credit has at most a thousand allocations; removed ones are not counted', () => {
  const of = (count: number, deletedAt: Date | null = null) => {
    const rich = aCredit({ lineItems: [aCreditLine('rent', 2_000)] })
    const [allocation] = allocateCredit(rich, [requested(bill(), 1)], making).credit.allocations
    if (!allocation) throw new Error('expected an allocation')
    return { ...rich, allocations: Array.from({ length: count }, () => ({ ...allocation, deletedAt })) }
  }
  const refusal = (from: typeof credit) => refusalOf(() => allocateCredit(from, [requested(bill(), 1)], making))
  expect(refusal(of(999))).toBeUndefined()
  expect(refusal(of(1_000))).toEqual(['TooManyAllocations', 'amount'])
  expect(refusal(of(1_000, day(20)))).toBeUndefined()
})

test('removing an allocation reopens the bill; earlier removals stay', () => {
  const [one, other] = [bill({ id: 'one' }), bill({ id: 'other' })]
  const given = allocateCredit(credit, [requested(one, 30), requested(other, 20)], making)
  const changed = given.bills.map(({ after }) => after)
  const [first = '', second = ''] = given.credit.allocations.map(({ id }) => id)
  const back = takeBack(given.credit, new Set([first]), changed, day(26))
  expect(unallocatedOf(back.credit)).toBe(100)
  expect(back.bills.map(({ after }) => [after.id, statusOf(after), after.version])).toEqual([['one', 'RECEIVED', 3]])
  const rest = back.bills.map(({ after }) => after)
  const all = takeBack(back.credit, new Set([first, second]), [...rest, ...changed.slice(1)], day(27))
  expect(all.credit.allocations.map(({ deletedAt }) => deletedAt)).toEqual([day(26), day(27)])
  expect(all.bills.map(({ after }) => after.id)).toEqual(['other'])
})
