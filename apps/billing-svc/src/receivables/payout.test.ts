import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sumOf } from '../rounding/sum.ts'
import { aPayout, aTransaction, tagOf } from '../testing/refunds.test-helpers.ts'
import { broughtBy, depositedParts, membersOfKind, requireBalanced, type Payout, type PayoutMember } from './payout.ts'

const [north, south] = [tagOf('region', 'north'), tagOf('region', 'south')]
const refs = ({ dimensionId, definitionId }: typeof north) => [{ dimensionId, definitionId }]

const aMember = (parts: PayoutMember['parts'], given: Partial<PayoutMember> = {}): PayoutMember => ({
  kind: 'payment',
  id: 'member',
  externalId: null,
  clearingAccountId: 'clearing',
  parts,
  ...given,
})

const payout = aPayout({
  paidOutAmount: 155,
  fee: 10,
  members: [
    aMember([
      { amount: 100, tags: refs(north) },
      { amount: 100, tags: [] },
    ]),
    aMember([{ amount: -40, tags: refs(north) }], { kind: 'refund_payment' }),
  ],
  otherTransactions: [aTransaction(20, 'DEBIT', { tags: [south] }), aTransaction(25, 'CREDIT')],
})

describe('a payout', () => {
  test('balances where it equals its members less its fee, plus other transactions', () => {
    expect(payout.members.map(broughtBy)).toEqual([200, -40])
    expect(() => requireBalanced(payout)).not.toThrow()
  })

  test.each([154, 156, -155])('of %i does not, and the refusal names the right amount', (paidOutAmount) => {
    expect(() => requireBalanced({ ...payout, paidOutAmount })).toThrow(
      expect.objectContaining({
        problems: [
          expect.objectContaining({
            error_enum: 'PayoutUnbalanced',
            meta: { field: 'paid_out_amount', value: paidOutAmount, expected: 155 },
          }),
        ],
      }),
    )
  })

  test('may be negative, collected by the processor', () => {
    const collected = aPayout({ paidOutAmount: -10, fee: 10 })
    expect(() => requireBalanced(collected)).not.toThrow()
  })

  test('lists its members of a kind in the order of their ids', () => {
    const members = ['c', 'a', 'b'].map((id) => aMember([], { id, kind: id === 'b' ? 'refund_payment' : 'payment' }))
    expect(membersOfKind({ members }, 'payment').map(({ id }) => id)).toEqual(['a', 'c'])
    expect(membersOfKind({ members }, 'refund_payment').map(({ id }) => id)).toEqual(['b'])
  })
})

describe('the deposit', () => {
  test('has the tags of its origins; fee and other transactions also have those of the payout', () => {
    expect(depositedParts(payout)).toEqual([
      { amount: 60, tags: refs(north) },
      { amount: -20, tags: refs(south) },
      { amount: 115, tags: [] },
    ])
    expect(depositedParts({ ...payout, tags: [north] })).toEqual([
      { amount: 60 - 10 + 25, tags: refs(north) },
      { amount: -20, tags: refs(south) },
      { amount: 100, tags: [] },
    ])
  })

  test('leaves out zero parts', () => {
    const member = aMember([
      { amount: 10, tags: refs(north) },
      { amount: -10, tags: refs(north) },
    ])
    expect(depositedParts(aPayout({ members: [member] }))).toEqual([])
  })

  test('sums to the payout, one part per set of tags, in any order of members', () => {
    const dimensions = fc.subarray(['region', 'team'])
    const tags = dimensions.chain((keys) =>
      fc.tuple(...keys.map((key) => fc.constantFrom('one', 'two').map((value) => tagOf(key, value)))),
    )
    const part = fc.record({ amount: fc.integer({ min: -1_000, max: 1_000 }), tags })
    const member = fc.array(part, { maxLength: 4 }).map((parts) => aMember(parts))
    const transaction = fc.record({
      amount: fc.integer({ min: 1, max: 1_000 }),
      direction: fc.constantFrom<'CREDIT' | 'DEBIT'>('CREDIT', 'DEBIT'),
      tags,
    })
    fc.assert(
      fc.property(
        fc.array(member, { maxLength: 5 }),
        fc.array(transaction, { maxLength: 3 }),
        fc.nat(1_000),
        tags,
        (members, others, fee, ownTags) => {
          const otherTransactions = others.map((one) => aTransaction(one.amount, one.direction, { tags: one.tags }))
          const paidOutAmount = sumOf([
            ...members.map(broughtBy),
            -fee,
            ...others.map(({ amount, direction }) => (direction === 'CREDIT' ? amount : -amount)),
          ])
          const made: Payout = aPayout({ members, fee, otherTransactions, tags: ownTags, paidOutAmount })
          requireBalanced(made)
          const parts = depositedParts(made)
          expect(sumOf(parts.map(({ amount }) => amount))).toBe(paidOutAmount)
          expect(parts.map(({ amount }) => amount)).not.toContain(0)
          expect(new Set(parts.map((one) => JSON.stringify(one.tags))).size).toBe(parts.length)
          expect(depositedParts({ ...made, members: members.toReversed() })).toEqual(parts)
        },
      ),
    )
  })
})
