/** What of receivables that change has to stand in the journal. Pure. */
import { isDeepStrictEqual } from 'node:util'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import type { Settling } from '../posting/settle-entries.ts'
import { entriesOfInvoicePayment, sourceOfInvoicePayment } from './invoice-payment.postings.ts'
import type { InvoicePaymentChange } from './invoice-payment.ts'
import { entriesOfInvoice, entriesOfWriteOff, sourceOfInvoice, sourceOfWriteOff } from './invoice.postings.ts'
import type { InvoiceChange } from './invoice.ts'
import { memberOfPayment, memberOfRefundPayment } from './payout-member.ts'
import { entriesOfPayout, sourceOfPayout } from './payout.postings.ts'
import type { PayoutChange, PayoutMember } from './payout.ts'
import { entriesOfRefund, entriesOfRefundPayment, sourceOfRefund, sourceOfRefundPayment } from './refund.postings.ts'
import { issuedAtOf, livePayments, type RefundChange, type RefundPayment } from './refund.ts'

type Changes = {
  invoices: readonly InvoiceChange[]
  payments: readonly InvoicePaymentChange[]
  refunds: readonly RefundChange[]
  payouts: readonly PayoutChange[]
}

/** Of a void invoice nothing stands, so nothing has to be known of the chart: `accounts` is asked where it is needed. */
export function settlingOf(
  { invoices, payments, refunds, payouts }: Changes,
  accounts: () => ReceivableAccounts,
): Settling[] {
  return [
    ...invoices.flatMap((change) => ofInvoice(change, accounts)),
    ...payments.filter(postsAnew).map(({ after }) => ({
      source: sourceOfInvoicePayment(after),
      wanted: entriesOfInvoicePayment(after, accounts()),
    })),
    ...refunds.flatMap((change) => ofRefund(change, accounts)),
    ...payouts.map(({ after }) => ({ source: sourceOfPayout(after), wanted: entriesOfPayout(after, accounts()) })),
  ]
}

function ofInvoice({ before, after }: InvoiceChange, accounts: () => ReceivableAccounts): Settling[] {
  const known = new Set(before?.writeOffs)
  const isOther =
    before === null ||
    before.voidedAt !== after.voidedAt ||
    before.tags !== after.tags ||
    before.lineItems !== after.lineItems
  const writeOffs = after.writeOffs.filter((one) => isOther || !known.has(one))
  return [
    ...(isOther
      ? [{ source: sourceOfInvoice(after), wanted: after.voidedAt === null ? entriesOfInvoice(after, accounts()) : [] }]
      : []),
    ...writeOffs.map((one) => ({
      source: sourceOfWriteOff(one),
      wanted: one.deletedAt === null ? entriesOfWriteOff(one, after, accounts()) : [],
    })),
  ]
}

/** What was refunded through a payment, and its payout, are posted by those. */
const postsAnew = ({ before, after }: InvoicePaymentChange): boolean =>
  before === null || before.allocations !== after.allocations || before.tags !== after.tags

/** Which payout a refund payment is in, and what is told of it besides, is posted by nobody. */
function ofRefund({ before, after }: RefundChange, accounts: () => ReceivableAccounts): Settling[] {
  const isOther =
    before === null ||
    before.allocations !== after.allocations ||
    issuedAtOf(before).getTime() !== issuedAtOf(after).getTime()
  const known = new Map(before?.payments.map((payment) => [payment.id, payment]))
  const payments = after.payments.filter((payment) => {
    const earlier = known.get(payment.id)
    if (earlier === undefined) return true
    if (earlier.deletedAt !== null) return false
    return isOther || !isDeepStrictEqual(postedOf(earlier), postedOf(payment))
  })
  return [
    ...(isOther ? [{ source: sourceOfRefund(after), wanted: entriesOfRefund(after, accounts()) }] : []),
    ...payments.map((payment) => ({
      source: sourceOfRefundPayment(payment),
      wanted: entriesOfRefundPayment(payment, after, accounts()),
    })),
  ]
}

const postedOf = ({ payoutId: _payout, version: _version, updatedAt: _at, ...posted }: RefundPayment) => posted

/**
 * The payouts of which a member stands under other tags now, or is called otherwise, by id. What is in none may be taken out
 * of its refund, and has no parts then: only members are looked at.
 */
export function payoutsThatFollow({ payments, refunds }: Pick<Changes, 'payments' | 'refunds'>): string[] {
  const ofPayments = payments.map(
    ({ before, after }) => before && follows(before.payoutId, memberOfPayment(before), memberOfPayment(after)),
  )
  const ofRefunds = refunds.flatMap(({ before, after }) => {
    if (before === null) return []
    const became = new Map(after.payments.map((payment) => [payment.id, payment]))
    return livePayments(before)
      .filter(({ payoutId }) => payoutId !== null)
      .map((payment) => {
        const other = became.get(payment.id)
        return (
          other &&
          follows(payment.payoutId, memberOfRefundPayment(before, payment), memberOfRefundPayment(after, other))
        )
      })
  })
  return [...new Set([...ofPayments, ...ofRefunds].filter((id) => typeof id === 'string'))]
}

const follows = (payoutId: string | null, before: PayoutMember, after: PayoutMember): string | null =>
  isDeepStrictEqual(before, after) ? null : payoutId
