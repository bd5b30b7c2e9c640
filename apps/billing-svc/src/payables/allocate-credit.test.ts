import { expect, test } from 'vitest'
import { amountsOf, statusOf, type Bill } from './bill.ts'
import { aBill, aCredit, aCreditLine, day, refusalOf } from '../testing/payables.test-helpers.ts'
import { allocateCredit, takeBack, type BillPart } from './allocate-to-bills.ts'
import { unallocatedOf } from './vendor-credit.ts'

const bill = (given: Parameters<typeof aBill>[0] = {}): Bill => ({ ...aBill(given), paid: [], credited: [] })
const requested = (of: Bill, amount: number): BillPart => ({
  field: '',
  name: { bill_id: of.id },
  amount,
  bill: of,
})
let made = 0
const making = { now: day(25), newId: () => `allocation ${++made}` }
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
