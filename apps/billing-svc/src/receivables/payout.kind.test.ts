import { describe, expect, test } from 'vitest'
import { tagState } from '../tags/tags.ts'
import { aPayout, aTransaction, refOf, tagOf } from '../testing/refunds.test-helpers.ts'
import { stateOfPayout } from './payout.kind.ts'
import type { Payout, PayoutMember } from './payout.ts'

const [north, south, own] = [tagOf('region', 'north'), tagOf('region', 'south'), tagOf('team', 'own')]

const aMember = (id: string, amount: number, tag = north): PayoutMember => ({
  kind: amount < 0 ? 'refund_payment' : 'payment',
  id,
  externalId: null,
  clearingAccountId: 'clearing',
  parts: [{ amount, tags: [refOf(tag)] }],
})

const stateOf = (payout: Payout): Record<string, unknown> =>
  JSON.parse(JSON.stringify(stateOfPayout(payout))) as Record<string, unknown>
const candidateOf = (payout: Payout) => stateOf(payout)['match_candidate']

const payout = aPayout({
  paidOutAmount: 120,
  fee: 5,
  tags: [own],
  members: [aMember('b', 100), aMember('a', 60, south), aMember('c', -45)],
  otherTransactions: [aTransaction(10, 'CREDIT', { externalId: 'reserve' })],
})

describe('a payout', () => {
  test('has its members in its event', () => {
    expect(stateOf(payout)).toMatchObject({
      id: payout.id,
      paid_out_amount: 120,
      fee: 5,
      clearing_account_id: payout.clearingAccountId,
      payments: [
        { id: 'a', amount: 60 },
        { id: 'b', amount: 100 },
      ],
      refund_payments: [{ id: 'c', amount: -45 }],
      other_transactions: [{ external_id: 'reserve', amount: 10, direction: 'CREDIT' }],
      transaction_tags: [tagState(own)],
    })
  })

  test('can be matched to the deposit, in its parts on the clearing account', () => {
    expect(candidateOf(payout)).toEqual({
      is_open: true,
      direction: 'CREDIT',
      amount: 120,
      date: payout.completedAt.toISOString(),
      clearing_account_id: payout.clearingAccountId,
      description: 'STRIPE',
      customer_id: null,
      vendor_id: null,
      allocations: [
        { amount: 55, tags: [tagState(north)] },
        { amount: 60, tags: [tagState(south)] },
        { amount: 5, tags: [tagState(own)] },
      ],
    })
  })

  test('that the processor collects is an outflow', () => {
    const collected = aPayout({ paidOutAmount: -25, fee: 5, members: [aMember('c', -20)] })
    expect(candidateOf(collected)).toMatchObject({
      is_open: true,
      direction: 'DEBIT',
      amount: 25,
      allocations: [
        { amount: 20, tags: [tagState(north)] },
        { amount: 5, tags: [] },
      ],
    })
  })

  test('with parts in the opposite direction is matched in all of them', () => {
    const mixed = aPayout({ paidOutAmount: 95, fee: 5, members: [aMember('a', 100)], tags: [own] })
    expect(candidateOf(mixed)).toMatchObject({
      amount: 95,
      allocations: [
        { amount: 100, tags: [tagState(north)] },
        { amount: -5, tags: [tagState(own)] },
      ],
    })
  })

  test('of zero has no candidate', () => {
    expect(candidateOf(aPayout({ paidOutAmount: 0 }))).toMatchObject({ is_open: false, amount: 0, allocations: [] })
  })
})
