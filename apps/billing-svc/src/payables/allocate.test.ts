import { DomainError } from '@pacioli/errors'
import { describe, expect, test } from 'vitest'
import { amountsOf, paidAtOf, statusOf, type Bill } from './bill.ts'
import { aBill, ACCOUNTS, aLine, aPayment, day, tagOf } from '../testing/payables.test-helpers.ts'
import { allocate, type ResolvedAllocation } from './allocate-to-bills.ts'
import { stateOfPayment } from './bill-payment.kind.ts'
import { unallocatedOf, type BillPayment } from './bill-payment.ts'
import { retagged } from './retag-bill-payments.ts'

const bill = (given: Parameters<typeof aBill>[0] = {}): Bill => ({ ...aBill(given), paid: [], credited: [] })

const requested = (of: Bill, amount: number, index = 0, tags: readonly string[] = []): ResolvedAllocation => ({
  field: `allocations.${index}.`,
  name: { bill_id: of.id },
  amount,
  memo: null,
  metadata: null,
  referenceNumber: null,
  bill: of,
  before: [],
  ownTags: tags.map(tagOf),
})

let made = 0
const facts = {
  accounts: ACCOUNTS,
  allocatedAt: day(20),
  isLater: false,
  now: day(25),
  newId: () => `allocation ${++made}`,
}

const refusals = (act: () => unknown): unknown => {
  try {
    act()
  } catch (error) {
    if (error instanceof DomainError) return error.problems.map(({ error_enum, meta }) => [error_enum, meta.field])
    throw error
  }
  return 'done'
}

describe('an allocation', () => {
  test('returns a new payment and a new bill; the originals are unchanged', () => {
    const [payment, owed] = [aPayment({ amount: 100 }), bill()]
    const after = allocate(payment, [requested(owed, 100)], facts)
    expect(unallocatedOf(after.payment)).toBe(0)
    expect(after.payment.version).toBe(payment.version)
    expect(after.payment.allocations).toMatchObject([
      { paymentId: 'payment', documentId: 'bill', amount: 100, allocatedAt: day(20), isLater: false, deletedAt: null },
    ])
    const [change] = after.bills
    expect(change?.before).toBe(owed)
    expect(change?.after).toMatchObject({ version: 2, updatedAt: day(25), lineItems: owed.lineItems })
    expect(
      change && [statusOf(change.after), amountsOf(change.after).outstandingBalance, paidAtOf(change.after)],
    ).toEqual(['PAID', 0, day(20)])
    expect([payment.allocations, owed.paid]).toEqual([[], []])
  })

  test('recognizes the remainder of each component', () => {
    const owed = bill({ lineItems: [aLine('rent', 1), aLine('goods', 1), aLine('power', 1)] })
    const first = allocate(aPayment(), [requested(owed, 1)], facts).payment.allocations[0]
    const paid = { ...owed, paid: [{ id: 'a', paymentId: 'p', amount: 1, allocatedAt: day(20) }] }
    const rest = { ...requested(paid, 2), before: first?.shares ?? [] }
    const [second] = allocate(aPayment(), [rest], facts).payment.allocations
    expect(first?.shares.map(({ accountId, amount }) => [accountId, amount])).toEqual([['rent', 1]])
    expect(second?.shares.map(({ accountId, amount }) => [accountId, amount])).toEqual([
      ['goods', 1],
      ['power', 1],
    ])
  })

  test('can be as much as is unallocated and outstanding, not one more', () => {
    const [one, other] = [bill({ id: 'one' }), bill({ id: 'other' })]
    const payment = aPayment({ amount: 150 })
    expect(refusals(() => allocate(payment, [requested(one, 100), requested(other, 50, 1)], facts))).toBe('done')
    expect(refusals(() => allocate(payment, [requested(one, 100), requested(other, 51, 1)], facts))).toEqual([
      ['OverAllocated', 'allocations.0.amount'],
    ])
    expect(
      refusals(() => allocate(aPayment({ amount: 500 }), [requested(one, 101), requested(other, 101, 1)], facts)),
    ).toEqual([
      ['OverAllocated', 'allocations.0.amount'],
      ['OverAllocated', 'allocations.1.amount'],
    ])
  })

  test('is refused for a voided bill and for one of another vendor, without other details', () => {
    const others = [bill({ voidedAt: day(12) }), bill({ contactId: 'another', voidedAt: day(12) })]
    const all = others.map((one, index) => requested(one, 1, index))
    expect(refusals(() => allocate(aPayment(), all, facts))).toEqual([
      ['BillVoided', 'allocations.0.bill_id'],
      ['VendorMismatch', 'allocations.1.bill_id'],
    ])
  })
})

const paidBy = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `a${index}`, paymentId: 'p', amount: 1, allocatedAt: day(20) }))

describe('at most a thousand allocations', () => {
  const large = (given: Partial<Bill> = {}): Bill => ({
    ...bill({ lineItems: [aLine('rent', 5_000)] }),
    ...given,
  })

  test('on a bill, of payments and of credits together', () => {
    const credited = [{ id: 'c', vendorCreditId: 'c', amount: 1, allocatedAt: day(20), countsFrom: null }]
    const pay = (of: Bill) => refusals(() => allocate(aPayment(), [requested(of, 1)], facts))
    expect(pay(large({ paid: paidBy(998), credited }))).toBe('done')
    expect(pay(large({ paid: paidBy(999), credited }))).toEqual([['TooManyAllocations', 'allocations.0.bill_id']])
  })

  test('of a payment; removed ones are not counted', () => {
    const of = (count: number) => {
      const { payment } = allocate(aPayment({ amount: 2_000 }), [requested(large(), 1)], facts)
      const allocations = Array.from({ length: count }, () => payment.allocations).flat()
      return { ...payment, allocations }
    }
    const takenBack = (payment: BillPayment) => payment.allocations.map((one) => ({ ...one, deletedAt: day(22) }))
    const pay = (payment: BillPayment) => refusals(() => allocate(payment, [requested(large(), 1)], facts))
    expect(pay(of(999))).toBe('done')
    expect(pay(of(1_000))).toEqual([['TooManyAllocations', 'allocations.0.amount']])
    expect(pay({ ...of(1), allocations: takenBack(of(1_000)) })).toBe('done')
  })
})

const candidateOf = (payment: BillPayment): unknown => stateOfPayment(payment).match_candidate

test('a payment can be matched in the parts of its entry: later allocations still count as the remainder', () => {
  const owed = bill({ tags: ['region:north'] })
  const payment = allocate(aPayment({ tags: ['run:7'] }), [requested(owed, 60)], facts).payment
  const tag = (text: string) => ({ dimension_id: text.split(':')[0], definition_id: text })
  const parts = [
    { amount: 60, tags: [tag('region:north'), tag('run:7')] },
    { amount: 40, tags: [tag('run:7')] },
  ]
  expect(candidateOf(payment)).toMatchObject({ is_open: true, amount: 100, allocations: parts })
  const paid = { ...owed, paid: [{ id: 'a', paymentId: 'payment', amount: 60, allocatedAt: day(20) }] }
  const later = allocate(payment, [requested(paid, 40)], { ...facts, isLater: true, allocatedAt: day(25) }).payment
  expect(candidateOf(later)).toMatchObject({ is_open: true, allocations: parts })
  const deleted = {
    ...later,
    deletedAt: day(26),
    allocations: later.allocations.map((one) => ({ ...one, deletedAt: day(26) })),
  }
  expect(candidateOf(deleted)).toMatchObject({ is_open: false, amount: 100, allocations: parts })
})

test('changed tags of a payment move no amount, whatever was deleted between its allocations', () => {
  const owed = bill({ lineItems: [aLine('rent', 1), aLine('goods', 1), aLine('power', 1)], tags: ['region:north'] })
  const deleted = allocate(aPayment({ id: 'deleted' }), [requested(owed, 1)], facts).payment.allocations[0]
  const paid = { ...owed, paid: [{ id: 'a', paymentId: 'deleted', amount: 1, allocatedAt: day(20) }] }
  const payment = allocate(
    aPayment(),
    [{ ...requested(paid, 1, 0, ['room:1']), before: deleted?.shares ?? [] }],
    facts,
  ).payment
  const after = retagged(payment, [tagOf('run:8'), tagOf('room:2')], {
    bills: new Map([[owed.id, owed]]),
    accounts: ACCOUNTS,
    now: day(26),
  })
  const [before, changed] = [payment.allocations[0], after.allocations[0]]
  expect(before?.shares.map(({ accountId, amount }) => [accountId, amount])).toEqual([['goods', 1]])
  expect(changed?.shares).toMatchObject(before?.shares.map(({ accountId, amount }) => ({ accountId, amount })) ?? [])
  expect(changed?.postedTags.map(({ definitionId }) => definitionId)).toEqual(['region:north', 'room:1', 'run:8'])
  expect(after).toMatchObject({ version: 2, updatedAt: day(26) })
})
