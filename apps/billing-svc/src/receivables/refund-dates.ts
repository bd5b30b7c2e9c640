/** A refund is not dated before its payments (docs/POSTING-RULES.md, "Dates"). Pure. */
import type { Problems } from '@pacioli/errors'
import { refuseEarlier } from '../documents/day-order.ts'
import { standingPaid } from './invoice.ts'
import type { Refundable } from './refund-sources.ts'
import { issuedAtOf, livePayments, type Refund, type RefundPart } from './refund.ts'

type Fields = { issued: string; paymentOf: (index: number) => string }

/** Of a refund: the field of its own time, and that of each live payment of it. */
export const REFUND_DATES: Fields = {
  issued: 'completed_at',
  paymentOf: (index) => `payments.${index}.completed_at`,
}

/**
 * Refuses times before the payment that a part hangs on, or before the first payment of its invoice. Of a refund that
 * changes, those that stay as they were are passed by.
 * @param before null for a new one
 */
export function refuseEarlyRefund(
  { before, after }: { before: Refund | null; after: Refund },
  refundable: Refundable,
  { timeZone, fields, problems }: { timeZone: string; fields: Fields; problems: Problems },
): void {
  const cause = lastOf(after.allocations.flatMap(({ parts }) => parts).map((part) => paidFor(part, refundable)))
  if (!cause) return
  const isSame = before !== null && before.allocations === after.allocations
  if (!isSame || issuedAtOf(before).getTime() !== issuedAtOf(after).getTime())
    refuseEarlier({ at: issuedAtOf(after), field: fields.issued }, cause, timeZone, problems)
  const known = new Map(before?.payments.map((payment) => [payment.id, payment.completedAt.getTime()]))
  for (const [index, { id, completedAt }] of livePayments(after).entries())
    if (!isSame || known.get(id) !== completedAt.getTime())
      refuseEarlier({ at: completedAt, field: fields.paymentOf(index) }, cause, timeZone, problems)
}

type Paid = { at: Date; what: string }

/** The payment that a part takes from. */
function paidFor({ paymentId, invoiceId }: RefundPart, { payments, invoices }: Refundable): Paid | undefined {
  const payment = payments.get(paymentId ?? '')
  if (payment) return { at: payment.paidAt, what: `The payment ${payment.id} was made` }
  const invoice = invoices.get(invoiceId ?? '')
  const times = (invoice ? standingPaid(invoice) : []).map(({ allocatedAt }) => allocatedAt.getTime())
  return times.length === 0
    ? undefined
    : { at: new Date(Math.min(...times)), what: `The invoice ${invoice?.id} was first paid` }
}

const lastOf = (all: readonly (Paid | undefined)[]): Paid | undefined =>
  all.filter((one) => one !== undefined).sort((one, other) => other.at.getTime() - one.at.getTime())[0]
