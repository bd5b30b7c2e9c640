/** What is still refundable of what a refund hangs on (posting-rules.md: paid less already refunded). Pure. */
import type { ReceivableAccounts } from './receivable-accounts.ts'
import type { Component } from '../recognition/recognition.ts'
import { sharesOf } from '../rounding/pro-rata.ts'
import { sumOf } from '../rounding/sum.ts'
import { componentsOf } from './invoice.postings.ts'
import { amountsOf, type Invoice } from './invoice.ts'
import type { InvoicePayment } from './invoice-payment.ts'

/** Of an invoice; nothing of a voided one, which was paid nothing. */
export function refundableOfInvoice(invoice: Invoice): number {
  const { paidAmount, refundedAmount } = amountsOf(invoice)
  return paidAmount - refundedAmount
}

/** The components that a line item stands for: what it is for, and its taxes. */
export function componentsOfLine(invoice: Invoice, lineItemId: string, accounts: ReceivableAccounts): Component[] {
  const line = invoice.lineItems.find(({ id }) => id === lineItemId)
  const keys = new Set([lineItemId, ...(line?.salesTaxes ?? []).map(({ id }) => id)])
  return componentsOf(invoice, accounts).filter(({ key }) => keys.has(key))
}

/** What of these components was refunded pro rata. */
export function refundedBy({ refunded }: Invoice, components: readonly Component[]): Map<string, number> {
  const before = new Map(components.map(({ key }) => [key, 0]))
  for (const { shares } of refunded)
    for (const { component, amount } of shares) {
      const known = before.get(component)
      if (known !== undefined) before.set(component, known + amount)
    }
  return before
}

/**
 * Of a line item: its share of what was paid, less what was refunded of it; and never more than is refundable of the
 * invoice, since a discount on the whole is of no line.
 */
export function refundableOfLine(invoice: Invoice, lineItemId: string, accounts: ReceivableAccounts): number {
  const { totalAmount, paidAmount } = amountsOf(invoice)
  const components = componentsOf(invoice, accounts)
  if (totalAmount === 0) return 0
  const paid = sharesOf(
    components.map(({ amount }) => amount),
    totalAmount,
    paidAmount,
  )
  const ofLine = componentsOfLine(invoice, lineItemId, accounts)
  const keys = new Set(ofLine.map(({ key }) => key))
  const shareOfLine = sumOf(components.map(({ key }, index) => (keys.has(key) ? (paid[index] ?? 0) : 0)))
  // A line's net and a negative tax may each be rounded up: together that can be more than the line comes to.
  const paidOfLine = Math.min(shareOfLine, sumOf(ofLine.map(({ amount }) => amount)))
  // What hangs on the line counts whole, also what of it has an account of its own.
  const onLine = invoice.refunded.filter((part) => part.lineItemId === lineItemId).map(({ amount }) => amount)
  const byOthers = refundedBy(
    { ...invoice, refunded: invoice.refunded.filter((part) => part.lineItemId !== lineItemId) },
    ofLine,
  )
  // What is refunded of the whole may give back to a line that was refunded alone: that makes it no more worth.
  const ofWhole = Math.max(0, sumOf([...byOthers.values()]))
  const refundable = sumOf([paidOfLine, -ofWhole, ...onLine.map((amount) => -amount)])
  return Math.max(0, Math.min(refundable, refundableOfInvoice(invoice)))
}

/** What of a payment went where: to an invoice that stands, or, by null, to the customer's credit. */
export type Destination = { invoiceId: string | null; amount: number; refunded: number }

/** The destinations of a payment with what was refunded through it of each, the customer's credit last. */
export function destinationsOf(payment: InvoicePayment): Destination[] {
  const refundedOf = (invoiceId: string | null): number =>
    sumOf(payment.refunded.filter((part) => part.invoiceId === invoiceId).map(({ amount }) => amount))
  const standing = payment.allocations.filter(({ movedToCreditAt }) => movedToCreditAt === null)
  const ofInvoices = standing.map(({ invoiceId, amount }) => ({ invoiceId, amount, refunded: refundedOf(invoiceId) }))
  const credit = sumOf([payment.amount, ...standing.map(({ amount }) => -amount)])
  return [...ofInvoices, { invoiceId: null, amount: credit, refunded: refundedOf(null) }].filter(
    ({ amount }) => amount > 0,
  )
}
