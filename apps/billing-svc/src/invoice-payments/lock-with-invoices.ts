import type { Tx } from '@pacioli/db'
import { RetryDecision } from '@pacioli/postings'
import { lockDocument } from '../document-writes/document-changes.ts'
import { requireDocument } from '../documents/document-kind.ts'
import { INVOICE_PAYMENTS } from '../receivables/invoice-payment.kind.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { lockInvoices } from '../receivables/invoice.store.ts'
import type { Invoice } from '../receivables/invoice.ts'

/**
 * A payment with the invoices that it pays, which are locked first, as are those that are voided.
 * @throws RetryDecision where it pays another one by then
 */
export async function lockWithInvoices(tx: Tx, id: string): Promise<{ invoices: Invoice[]; payment: InvoicePayment }> {
  const seen = await requireDocument(tx, INVOICE_PAYMENTS, id)
  const paidBy = ({ allocations }: InvoicePayment): string[] =>
    allocations.flatMap(({ documentId, movedToCreditAt }) => (movedToCreditAt === null ? [documentId] : []))
  const invoices = await lockInvoices(
    tx,
    seen.allocations.map(({ documentId }) => documentId),
  )
  const payment = await lockDocument(tx, INVOICE_PAYMENTS, id)
  const paid = new Set(paidBy(payment))
  if ([...paid].some((one) => !invoices.some((invoice) => invoice.id === one))) throw new RetryDecision()
  return { invoices: invoices.filter((invoice) => paid.has(invoice.id)), payment }
}
