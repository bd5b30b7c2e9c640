/** The invoice that a payment, a refund or a write-off is for. */
import type { Tx } from '@pacioli/db'
import { refused, type DomainError, type ErrorMeta } from '@pacioli/errors'
import { requireDocument } from '../documents/document-kind.ts'
import { INVOICES } from './invoice.kind.ts'
import { requireNotVoided, type Invoice } from './invoice.ts'

/** The invoice as it is, without a lock. @throws InvoiceNotFound, InvoiceVoided */
export async function requireUnvoided(tx: Tx, id: string): Promise<Invoice> {
  const invoice = await requireDocument(tx, INVOICES, id)
  requireNotVoided(invoice)
  return invoice
}

/** The refusal of an external_id that a document on another invoice has. @throws InvoiceNotFound */
export async function takenByAnotherInvoice(
  tx: Tx,
  invoiceId: string,
  description: string,
  meta: ErrorMeta,
): Promise<DomainError> {
  await requireDocument(tx, INVOICES, invoiceId)
  return refused('DuplicateExternalId', description, { field: 'external_id', ...meta })
}
