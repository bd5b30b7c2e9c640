/** Random parts of commands on receivables. */
import fc from 'fast-check'
import { content, documentTags, lineTags, moment, share, small, which, type Drawn } from './arbitraries.test-helpers.ts'
import type { InvoicePaymentMethod } from '../receivables/invoice-payment.ts'
import type { RefundMethod } from '../receivables/refund.ts'

/** The drawn fields of an invoice. */
export const written = fc.record({ content, tips: small, hasTipsAccount: fc.boolean() })

export const method: fc.Arbitrary<InvoicePaymentMethod> = fc.constantFrom('CASH', 'CREDIT_CARD', 'CREDIT_BALANCE')
const refundMethod: fc.Arbitrary<RefundMethod> = fc.constantFrom('CASH', 'CREDIT_CARD', 'STORE_CREDIT')
/** Mostly less than the amount that it is charged on. */
export const fee = fc.oneof(
  { weight: 8, arbitrary: fc.constant(0) },
  { weight: 8, arbitrary: fc.nat(9) },
  { weight: 1, arbitrary: fc.nat(500) },
)
const refundLine = fc.record({
  weight: fc.integer({ min: 1, max: 3 }),
  isOwn: fc.boolean(),
  deposits: fc.boolean(),
  tags: lineTags,
})
export const target = fc.record({
  on: fc.constantFrom('invoice', 'invoice', 'line', 'payment', 'payment', 'payment of invoice', 'customer'),
  document: which,
  part: which,
  share,
  /** Its line items, each with a number of parts of the whole, some with an account of its own. */
  lines: fc.option(fc.array(refundLine, { minLength: 1, maxLength: 3 }), { freq: 2, nil: null }),
  isOwn: fc.constantFrom(false, false, false, true),
  tags: documentTags,
})
export const targets = fc.array(target, { minLength: 1, maxLength: 2 })
export const payingOut = fc.record({
  share,
  at: moment,
  method: refundMethod,
  fee: fc.option(fee, { nil: null }),
  feesBack: fc.array(fc.nat(9), { maxLength: 2 }),
  tags: documentTags,
})

export type RefundTarget = Drawn<typeof target>
export type PayingOut = Drawn<typeof payingOut>
export type Written = Drawn<typeof written>
