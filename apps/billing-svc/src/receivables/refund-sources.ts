/** What an allocation of a refund takes from, and how much is refundable there (docs/POSTING-RULES.md, "Refunds"). Pure. */
import { inProportion, sharesOf } from '../rounding/pro-rata.ts'
import type { Component, Recognized } from '../allocations/recognition.ts'
import { sumOf } from '../rounding/sum.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { componentsOf } from './invoice.postings.ts'
import { amountsOf, type Invoice } from './invoice.ts'
import { returnOf, type InvoicePayment } from './invoice-payment.ts'
import type { RefundSourceName } from './refund.ts'

/** The target of an allocation: ids of locked documents, or only the customer. */
export type RefundTarget = {
  invoiceId: string | null
  invoiceLineItemId: string | null
  invoicePaymentId: string | null
  source: RefundSourceName | null
}

/** The target of an allocation to the customer alone. */
export const NO_TARGET: RefundTarget = {
  invoiceId: null,
  invoiceLineItemId: null,
  invoicePaymentId: null,
  source: null,
}

/** Locked documents; issuing replaces them. For a refund that changes, without its own parts. */
export type Refundable = {
  invoices: Map<string, Invoice>
  payments: Map<string, InvoicePayment>
  /** What can be spent of the customer's credit; what allocations take of it is taken off. Missing where none can. */
  credit?: { spendable: number }
}

/** A source that an allocation takes from; `refundable` is null where it is unlimited. */
export type RefundSource = {
  invoice: Invoice | null
  payment: InvoicePayment | null
  isOfCredit: boolean
  refundable: number | null
}

/** The sources of a target: an invoice or a line of it, the destinations of a payment, or none. */
export function sourcesOf(
  requested: RefundTarget,
  { invoices, payments, credit }: Refundable,
  accounts: ReceivableAccounts,
): RefundSource[] {
  if (requested.source === 'CREDIT_BALANCE')
    return [{ invoice: null, payment: null, isOfCredit: true, refundable: Math.max(0, credit?.spendable ?? 0) }]
  const alone = { payment: null, isOfCredit: false }
  const payment = payments.get(requested.invoicePaymentId ?? '')
  if (payment) return sourcesOfPayment(payment, requested.invoiceId, invoices)
  const invoice = invoices.get(requested.invoiceId ?? '')
  if (!invoice) return [{ ...alone, invoice: null, refundable: null }]
  const { invoiceLineItemId } = requested
  const refundable =
    invoiceLineItemId === null ? refundableOfInvoice(invoice) : refundableOfLine(invoice, invoiceLineItemId, accounts)
  return [{ ...alone, invoice, refundable }]
}

/** All destinations of the payment, or one of its invoices. */
function sourcesOfPayment(
  payment: InvoicePayment,
  invoiceId: string | null,
  invoices: ReadonlyMap<string, Invoice>,
): RefundSource[] {
  const destinations = destinationsOf(payment).filter((one) => invoiceId === null || one.invoiceId === invoiceId)
  return destinations.map(({ amount, refunded, ...destination }) => {
    const invoice = invoices.get(destination.invoiceId ?? '') ?? null
    const left = amount - refunded
    return {
      invoice,
      payment,
      isOfCredit: destination.invoiceId === null,
      refundable: invoice ? Math.min(left, refundableOfInvoice(invoice)) : left,
    }
  })
}

/** The share of an allocation that a source gives. */
export type SourceShare = { source: RefundSource; amount: number }

/**
 * Divides the amount: first what can be spent of the credit that the target made, then in proportion to what is refundable
 * of each invoice, so never more than that. What is left is of the credit, too, and more than can be spent of it.
 */
export function divided(
  amount: number,
  sources: readonly RefundSource[],
  spendable = Number.MAX_SAFE_INTEGER,
): SourceShare[] {
  if (sources.length <= 1) return sources.map((source) => ({ source, amount }))
  const [ofCredit, invoices] = [sources.filter((one) => one.isOfCredit), sources.filter((one) => !one.isOfCredit)]
  const bounds = invoices.map(({ refundable }) => refundable ?? 0)
  const left = sumOf(ofCredit.map(({ refundable }) => refundable ?? 0))
  const first = Math.max(0, Math.min(amount, left, spendable))
  const onInvoices = Math.min(amount - first, sumOf(bounds))
  const shares = onInvoices === 0 ? [] : inProportion(bounds, onInvoices)
  return [
    ...invoices.map((source, index) => ({ source, amount: shares[index] ?? 0 })),
    ...ofCredit.map((source) => ({ source, amount: amount - onInvoices })),
  ].filter((share) => share.amount > 0)
}

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

/** The amount of these components that parts of refunds take pro rata. */
export function refundedBy(
  parts: readonly { shares: readonly Recognized[] }[],
  components: readonly Component[],
): Map<string, number> {
  const before = new Map(components.map(({ key }) => [key, 0]))
  for (const { shares } of parts)
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
  if (totalAmount === 0) return 0
  const components = componentsOf(invoice, accounts)
  const amounts = components.map(({ amount }) => amount)
  const paid = sharesOf(amounts, totalAmount, paidAmount)
  const ofLine = componentsOfLine(invoice, lineItemId, accounts)
  const keys = new Set(ofLine.map(({ key }) => key))
  const shareOfLine = sumOf(components.map(({ key }, index) => (keys.has(key) ? (paid[index] ?? 0) : 0)))
  // A line's net and a negative tax may each be rounded up: together that can exceed the line's total.
  const paidOfLine = Math.min(shareOfLine, sumOf(ofLine.map(({ amount }) => amount)))
  const onLine = invoice.refunded.filter((part) => part.lineItemId === lineItemId)
  const others = invoice.refunded.filter((part) => part.lineItemId !== lineItemId)
  // A refund of the whole may return amounts to a line that was refunded alone: its refundable amount stays capped.
  const ofWhole = Math.max(0, sumOf([...refundedBy(others, ofLine).values()]))
  // A refund of the line counts whole, including amounts on an account of its own.
  const refundable = sumOf([paidOfLine, -ofWhole, ...onLine.map(({ amount }) => -amount)])
  return Math.max(0, Math.min(refundable, refundableOfInvoice(invoice)))
}

/** A destination of a payment: an invoice that is not void, or, by null, the customer's credit. */
type Destination = { invoiceId: string | null; amount: number; refunded: number }

/** The destinations of a payment, without what came back, with the refunded amount of each, the customer's credit last. */
function destinationsOf(payment: InvoicePayment): Destination[] {
  const refundedOf = (invoiceId: string | null): number =>
    sumOf(payment.refunded.filter((part) => part.invoiceId === invoiceId).map(({ amount }) => amount))
  const live = payment.allocations.filter(({ movedToCreditAt }) => movedToCreditAt === null)
  const standing = live.map((one) => ({ ...one, amount: one.amount - one.returnedAmount }))
  const returned = sumOf([returnOf(payment)?.amount ?? 0, ...live.map(({ returnedAmount }) => -returnedAmount)])
  const credit = sumOf([payment.amount, ...live.map(({ amount }) => -amount), -returned])
  return [...standing, { documentId: null, amount: credit }]
    .filter(({ amount }) => amount > 0)
    .map(({ documentId: invoiceId, amount }) => ({ invoiceId, amount, refunded: refundedOf(invoiceId) }))
}
