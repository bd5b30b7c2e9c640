/** Allocations of payments to locked invoices. Pure. */
import type { Problems } from '@pacioli/errors'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { recognize, type Recognized } from '../allocations/recognition.ts'
import type { Remarks } from '../requests/remarks.ts'
import type { DocumentTag } from '../tags/tags.ts'
import type { InvoicePayment, InvoicePaymentAllocation } from './invoice-payment.ts'
import { recognizableInvoice } from './invoice.postings.ts'
import { amountsOf, liveWriteOffs, type Invoice } from './invoice.ts'

export type LockedInvoice = {
  invoice: Invoice
  /** What live allocations have recognized of its components. */
  recognized: readonly Recognized[]
}

/** The most payments, and the most refund parts, of an invoice: it is shown with all of them. */
export const MAX_ALLOCATIONS = 1_000

/** A new allocation; `field` is its place in the request, `invoiceField` the field that names the invoice. */
export type NewAllocation = {
  field: string
  invoiceField: string
  amount: number
  tags: readonly DocumentTag[]
} & Remarks

/** Whether the invoice can receive this; adds a problem if not. */
export function canBePaid(
  { invoice }: LockedInvoice,
  contactId: string,
  { amount, field, invoiceField }: Pick<NewAllocation, 'amount' | 'field' | 'invoiceField'>,
  problems: Problems,
): boolean {
  const { outstandingBalance, writtenOffAmount } = amountsOf(invoice)
  const writeOffIds = liveWriteOffs(invoice).map(({ id }) => id)
  const where = { field: invoiceField, value: invoice.id }
  if (invoice.contactId !== contactId)
    problems.add('CustomerMismatch', `The invoice ${invoice.id} is not of the customer ${contactId}.`, where)
  else if (invoice.voidedAt !== null)
    problems.add('InvoiceVoided', `The invoice ${invoice.id} was voided at ${invoice.voidedAt.toISOString()}.`, where)
  else if (amount > outstandingBalance)
    problems.add(
      'OverAllocated',
      writeOffIds.length === 0
        ? `${amount} would be paid of the invoice ${invoice.id}; ${outstandingBalance} of it is outstanding.`
        : `${amount} would be paid of the invoice ${invoice.id}; ${outstandingBalance} of it is outstanding, since ${writtenOffAmount} was written off. Undo the write-off first: ${writeOffIds.join(', ')}.`,
      {
        field: `${field}amount`,
        value: amount,
        invoice_id: invoice.id,
        outstanding_balance: outstandingBalance,
        ...(writeOffIds.length === 0 ? {} : { write_off_ids: writeOffIds }),
      },
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

/** The payment with a further allocation, and its invoice. Versions stay: the caller increments them. */
export function pay(
  { invoice, recognized }: LockedInvoice,
  payment: InvoicePayment,
  { amount, tags, memo, metadata, referenceNumber }: NewAllocation,
  { accounts, newId, now }: { accounts: ReceivableAccounts; newId: () => string; now: Date },
): { locked: LockedInvoice; payment: InvoicePayment } {
  const paying = { amount, allocatedAt: payment.paidAt, tags, paymentTags: payment.tags }
  const { shares, postedTags } = recognize({ ...recognizableInvoice(invoice, accounts), before: recognized }, paying)
  const allocation: InvoicePaymentAllocation = {
    id: newId(),
    paymentId: payment.id,
    documentId: invoice.id,
    documentDate: invoice.documentDate,
    amount,
    allocatedAt: payment.paidAt,
    shares,
    postedTags,
    tags,
    memo,
    metadata,
    referenceNumber,
    createdAt: now,
    movedToCreditAt: null,
    returnedAmount: 0,
  }
  const part = { id: allocation.id, paymentId: payment.id, amount, allocatedAt: payment.paidAt }
  return {
    locked: { invoice: { ...invoice, paid: [...invoice.paid, part] }, recognized: [...recognized, ...shares] },
    payment: { ...payment, allocations: [...payment.allocations, allocation] },
  }
}
