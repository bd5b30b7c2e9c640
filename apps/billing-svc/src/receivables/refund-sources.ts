/** Which invoices and payments an allocation takes from, and how much. Pure. */
import { inProportion } from '../rounding/pro-rata.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import type { Invoice } from './invoice.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import { destinationsOf, refundableOfInvoice, refundableOfLine } from './refundable.ts'

/** The target of an allocation: ids of locked documents, or only the customer. */
export type RefundTarget = {
  invoiceId: string | null
  invoiceLineItemId: string | null
  invoicePaymentId: string | null
}

/** Locked documents; issuing replaces them. For a refund that changes, without its own parts. */
export type Refundable = { invoices: Map<string, Invoice>; payments: Map<string, InvoicePayment> }

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
  { invoices, payments }: Refundable,
  accounts: ReceivableAccounts,
): RefundSource[] {
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
  const destinations = destinationsOf(payment)
  const named = invoiceId === null ? destinations : destinations.filter((one) => one.invoiceId === invoiceId)
  return named.map(({ amount, refunded, ...destination }) => {
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

/** Divides the amount in proportion to what is refundable of each source, so never more than that. */
export function divided(amount: number, sources: readonly RefundSource[]): SourceShare[] {
  if (sources.length <= 1) return sources.map((source) => ({ source, amount }))
  const shares = inProportion(
    sources.map(({ refundable }) => refundable ?? 0),
    amount,
  )
  return sources.map((source, index) => ({ source, amount: shares[index] ?? 0 })).filter((share) => share.amount > 0)
}
