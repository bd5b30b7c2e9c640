/** Which invoices and payments an allocation takes back of, and how much each of them gives. Pure. */
import { inProportion } from '../rounding/pro-rata.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import type { Invoice } from './invoice.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import { destinationsOf, refundableOfInvoice, refundableOfLine } from './refundable.ts'

/** What an allocation hangs on: ids of what is held, or nothing but the customer. */
export type Hanging = { invoiceId: string | null; invoiceLineItemId: string | null; invoicePaymentId: string | null }

/** What is held, and becomes others by what is issued. Of a refund that changes, without its own parts. */
export type Refundable = { invoices: Map<string, Invoice>; payments: Map<string, InvoicePayment> }

/** One thing that an allocation takes back of; `refundable` is null where nothing bounds it. */
export type Place = {
  invoice: Invoice | null
  payment: InvoicePayment | null
  isOfCredit: boolean
  refundable: number | null
}

/** What it hangs on: an invoice or a line of it, what a payment went to, or nothing. */
export function placesOf(wanted: Hanging, { invoices, payments }: Refundable, accounts: ReceivableAccounts): Place[] {
  const alone = { payment: null, isOfCredit: false }
  const payment = payments.get(wanted.invoicePaymentId ?? '')
  if (payment) return placesOfPayment(payment, wanted.invoiceId, invoices)
  const invoice = invoices.get(wanted.invoiceId ?? '')
  if (!invoice) return [{ ...alone, invoice: null, refundable: null }]
  const { invoiceLineItemId } = wanted
  const refundable =
    invoiceLineItemId === null ? refundableOfInvoice(invoice) : refundableOfLine(invoice, invoiceLineItemId, accounts)
  return [{ ...alone, invoice, refundable }]
}

/** Of all that the payment went to, or of one of its invoices alone. */
function placesOfPayment(
  payment: InvoicePayment,
  invoiceId: string | null,
  invoices: ReadonlyMap<string, Invoice>,
): Place[] {
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

/** What a place gives of what an allocation is worth. */
export type Taker = { place: Place; amount: number }

/** What each place gives: of a payment's in proportion to what is still refundable of each, so never more than that. */
export function divided(amount: number, places: readonly Place[]): Taker[] {
  if (places.length <= 1) return places.map((place) => ({ place, amount }))
  const shares = inProportion(
    places.map(({ refundable }) => refundable ?? 0),
    amount,
  )
  return places.map((place, index) => ({ place, amount: shares[index] ?? 0 })).filter((taker) => taker.amount > 0)
}
