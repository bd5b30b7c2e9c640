/** What is still refundable of refund targets (docs/POSTING-RULES.md, "Refunds"). Pure. */
import type { ReceivableAccounts } from './receivable-accounts.ts'
import type { Component } from '../recognition/recognition.ts'
import { sharesOf } from '../rounding/pro-rata.ts'
import { sumOf } from '../rounding/sum.ts'
import { componentsOf } from './invoice.postings.ts'
import { amountsOf, type Invoice } from './invoice.ts'
import type { InvoicePayment } from './invoice-payment.ts'

/** Of an invoice; nothing of a voided one, which has no payments. */
export function refundableOfInvoice(invoice: Invoice): number {
  const { paidAmount, refundedAmount } = amountsOf(invoice)
  return paidAmount - refundedAmount
}

/** The components of a line item: its net amount and its taxes. */
export function componentsOfLine(invoice: Invoice, lineItemId: string, accounts: ReceivableAccounts): Component[] {
  const line = invoice.lineItems.find(({ id }) => id === lineItemId)
  const keys = new Set([lineItemId, ...(line?.salesTaxes ?? []).map(({ id }) => id)])
  return componentsOf(invoice, accounts).filter(({ key }) => keys.has(key))
}

/** The amount of these components refunded pro rata. */
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
 * Of a line item: its share of what was paid, less what was refunded of it; never more than is refundable of the invoice,
 * since a discount on the whole belongs to no line.
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
  // A line's net and a negative tax may each be rounded up: together that can exceed the line's total.
  const paidOfLine = Math.min(shareOfLine, sumOf(ofLine.map(({ amount }) => amount)))
  // A refund of the line counts whole, including amounts on an account of its own.
  const onLine = invoice.refunded.filter((part) => part.lineItemId === lineItemId).map(({ amount }) => amount)
  const byOthers = refundedBy(
    { ...invoice, refunded: invoice.refunded.filter((part) => part.lineItemId !== lineItemId) },
    ofLine,
  )
  // A refund of the whole may return amounts to a line that was refunded alone: its refundable amount stays capped.
  const ofWhole = Math.max(0, sumOf([...byOthers.values()]))
  const refundable = sumOf([paidOfLine, -ofWhole, ...onLine.map((amount) => -amount)])
  return Math.max(0, Math.min(refundable, refundableOfInvoice(invoice)))
}

/** A destination of a payment: an invoice that is not void, or, by null, the customer's credit. */
export type Destination = { invoiceId: string | null; amount: number; refunded: number }

/** The destinations of a payment with the refunded amount of each, the customer's credit last. */
export function destinationsOf(payment: InvoicePayment): Destination[] {
  const refundedOf = (invoiceId: string | null): number =>
    sumOf(payment.refunded.filter((part) => part.invoiceId === invoiceId).map(({ amount }) => amount))
  const standing = payment.allocations.filter(({ movedToCreditAt }) => movedToCreditAt === null)
  const ofInvoices = standing.map(({ documentId: invoiceId, amount }) => ({
    invoiceId,
    amount,
    refunded: refundedOf(invoiceId),
  }))
  const credit = sumOf([payment.amount, ...standing.map(({ amount }) => -amount)])
  return [...ofInvoices, { invoiceId: null, amount: credit, refunded: refundedOf(null) }].filter(
    ({ amount }) => amount > 0,
  )
}
