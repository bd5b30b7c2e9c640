/** Random things that are done with receivables. */
import fc from 'fast-check'
import {
  amount,
  chance,
  documentTags,
  lineTags,
  moment,
  momentOf,
  quantity,
  rest,
  share,
  small,
  taxes,
  which,
} from '../documents/arbitraries.test-helpers.ts'
import type { InvoicePaymentMethod } from '../invoice-payments/invoice-payment.ts'
import type { RefundMethod } from '../refunds/refund.ts'

const line = fc.record({
  unitPrice: amount,
  quantity,
  discountAmount: small,
  taxes,
  account: fc.nat(2),
  prepayment: fc.constantFrom<string | null>(null, 'deposits', 'other deposits'),
  tags: lineTags,
})
export type Line = typeof line extends fc.Arbitrary<infer Drawn> ? Drawn : never
const content = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 5 }),
  additionalTaxes: taxes,
  additionalDiscount: small,
  tips: small,
  hasTipsAccount: fc.boolean(),
})
export type Content = typeof content extends fc.Arbitrary<infer Drawn> ? Drawn : never

const method: fc.Arbitrary<InvoicePaymentMethod> = fc.constantFrom('CASH', 'CREDIT_CARD', 'CREDIT_BALANCE')
const refundMethod: fc.Arbitrary<RefundMethod> = fc.constantFrom('CASH', 'CREDIT_CARD', 'STORE_CREDIT')
/** Mostly less than what it is a fee of. */
const fee = fc.oneof(
  { weight: 8, arbitrary: fc.constant(0) },
  { weight: 8, arbitrary: fc.nat(9) },
  { weight: 1, arbitrary: fc.nat(500) },
)

const hanging = fc.record({
  on: fc.constantFrom('invoice', 'invoice', 'line', 'payment', 'payment', 'payment of invoice', 'customer'),
  document: which,
  part: which,
  share,
  /** Whether it has line items, each of so many parts of the whole; those of an account of its own. */
  lines: fc.option(
    fc.array(
      fc.record({
        weight: fc.integer({ min: 1, max: 3 }),
        isOwn: fc.boolean(),
        prepayment: fc.boolean(),
        tags: lineTags,
      }),
      {
        minLength: 1,
        maxLength: 3,
      },
    ),
    { freq: 2, nil: null },
  ),
  isOwn: fc.constantFrom(false, false, false, true),
  tags: documentTags,
})
export type Hanging = typeof hanging extends fc.Arbitrary<infer Drawn> ? Drawn : never
const payingOut = fc.record({
  share,
  at: moment,
  method: refundMethod,
  fee: fc.option(fee, { nil: null }),
  feesBack: fc.array(fc.nat(9), { maxLength: 2 }),
  tags: documentTags,
})
export type PayingOut = typeof payingOut extends fc.Arbitrary<infer Drawn> ? Drawn : never

const send = chance(6, 'send', { at: moment, content, customer: fc.nat(1), tags: documentTags })
const paying = chance(8, 'pay', {
  at: moment,
  allocations: fc.array(fc.record({ invoice: which, share, tags: documentTags }), { maxLength: 3 }),
  rest,
  customer: fc.nat(1),
  method,
  fee,
  tags: documentTags,
})

const chances = [
  send,
  paying,
  chance(2, 'write off', { at: moment, invoice: which, share, tags: documentTags }),
  chance(1, 'undo', { invoice: which, writeOff: which }),
  chance(6, 'refund', {
    at: fc.option(moment, { nil: null }),
    allocations: fc.array(hanging, { minLength: 1, maxLength: 2 }),
    payments: fc.array(payingOut, { maxLength: 2 }),
    customer: fc.nat(1),
    tags: documentTags,
  }),
  chance(3, 'pay out refund', { refund: which, payment: payingOut }),
  chance(2, 'reissue', { refund: which, allocations: fc.array(hanging, { minLength: 1, maxLength: 2 }) }),
  chance(1, 'take out payment', { refund: which, payment: which }),
  chance(1, 'void', { invoice: which, movesPayments: fc.boolean() }),
  chance(2, 'pay out', {
    at: moment,
    payments: fc.nat(3),
    refundPayments: fc.nat(3),
    fee,
    other: fc.integer({ min: -50, max: 50 }),
    tags: documentTags,
  }),
  chance(1, 'retag invoice', { invoice: which, tags: documentTags }),
  chance(1, 'retag payment', { payment: which, tags: documentTags }),
  chance(1, 'retag refund', { refund: which, tags: documentTags }),
  chance(1, 'retag payout', { payout: which, tags: documentTags }),
  chance(1, 'close', { at: fc.nat(15).map(momentOf) }),
] as const

const command = fc.oneof(...chances)
export type Command = typeof command extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** Everything that can be done. */
export const KINDS: readonly string[] = chances.map(({ kind }) => kind)

/** Some invoices that are paid in part before whatever else is done: what is done to nothing shows nothing. */
export const commands: fc.Arbitrary<Command[]> = fc
  .tuple(
    fc.array(send.arbitrary, { minLength: 1, maxLength: 4 }),
    fc.array(paying.arbitrary, { maxLength: 4 }),
    fc.array(command, { maxLength: 40, size: 'max' }),
  )
  .map((some) => some.flat())
