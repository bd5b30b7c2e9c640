/** An invoice that is held, with what was recognised of it, and what payments make of it. Pure. */
import type { Problems } from '@pacioli/errors'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { recognise, type Recognised } from '../recognition/recognition.ts'
import { mergedTags, type DocumentTag } from '../tags/tags.ts'
import type { InvoicePayment, InvoicePaymentAllocation } from './invoice-payment.ts'
import { componentsOf } from './invoice.postings.ts'
import { amountsOf, type Invoice } from './invoice.ts'

export type HeldInvoice = {
  invoice: Invoice
  /** What standing allocations of payments have recognised of its components. */
  recognised: readonly Recognised[]
}

/** How many payments, and how many parts of refunds, an invoice has at most: it is told with all of them. */
export const MAX_ALLOCATIONS = 1_000

/** What of a payment is to go to an invoice; `field` is where the request has it, `invoiceField` where it names the invoice. */
export type WantedPart = {
  field: string
  invoiceField: string
  amount: number
  tags: readonly DocumentTag[]
  memo: string | null
  metadata: string | null
  referenceNumber: string | null
}

/** Adds why the invoice cannot get this, if it cannot; whether it can. */
export function canBePaid(
  { invoice }: HeldInvoice,
  customerId: string,
  { amount, field, invoiceField }: Pick<WantedPart, 'amount' | 'field' | 'invoiceField'>,
  problems: Problems,
): boolean {
  const { outstandingBalance } = amountsOf(invoice)
  const where = { field: invoiceField, value: invoice.id }
  if (invoice.customerId !== customerId)
    problems.add('CustomerMismatch', `The invoice ${invoice.id} is not of the customer ${customerId}.`, where)
  else if (invoice.voidedAt !== null)
    problems.add('InvoiceVoided', `The invoice ${invoice.id} was voided at ${invoice.voidedAt.toISOString()}.`, where)
  else if (amount > outstandingBalance)
    problems.add(
      'OverAllocated',
      `${amount} would be paid of the invoice ${invoice.id}; ${outstandingBalance} of it is outstanding.`,
      { field: `${field}amount`, value: amount, invoice_id: invoice.id, outstanding_balance: outstandingBalance },
    )
  else if (invoice.paid.length >= MAX_ALLOCATIONS)
    problems.add(
      'TooManyAllocations',
      `The invoice ${invoice.id} has ${MAX_ALLOCATIONS} payments, and takes no more.`,
      where,
    )
  else return true
  return false
}

/** The payment with a further allocation, and the invoice that has got it. Versions stay: who calls counts them. */
export function pay(
  { invoice, recognised }: HeldInvoice,
  payment: InvoicePayment,
  { amount, tags, memo, metadata, referenceNumber }: WantedPart,
  { accounts, newId, now }: { accounts: ReceivableAccounts; newId: () => string; now: Date },
): { held: HeldInvoice; payment: InvoicePayment } {
  const { shares, postedTags } = recognise(
    {
      components: componentsOf(invoice, accounts),
      total: amountsOf(invoice).totalAmount,
      standsFrom: invoice.sentAt,
      tags: mergedTags(invoice.tags),
      before: recognised,
    },
    { amount, allocatedAt: payment.paidAt, tags, paymentTags: payment.tags },
  )
  const allocation: InvoicePaymentAllocation = {
    id: newId(),
    paymentId: payment.id,
    invoiceId: invoice.id,
    invoiceSentAt: invoice.sentAt,
    amount,
    shares,
    postedTags,
    tags,
    memo,
    metadata,
    referenceNumber,
    createdAt: now,
    movedToCreditAt: null,
  }
  const part = { id: allocation.id, paymentId: payment.id, amount, paidAt: payment.paidAt }
  return {
    held: { invoice: { ...invoice, paid: [...invoice.paid, part] }, recognised: [...recognised, ...shares] },
    payment: { ...payment, allocations: [...payment.allocations, allocation] },
  }
}
