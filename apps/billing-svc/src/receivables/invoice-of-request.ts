/** The invoices that requests pay, refund or write off. */
import type { Tx } from '@pacioli/db'
import { refused, type DomainError, type ErrorMeta } from '@pacioli/errors'
import { requireDocument } from '../documents/document-kind.ts'
import type { LockedInvoice } from './allocate-to-invoices.ts'
import { loadRecognizedOfInvoices } from './invoice-payment.store.ts'
import { INVOICES } from './invoice.kind.ts'
import { lockInvoices } from './invoice.store.ts'
import { requireNotVoided, type Invoice } from './invoice.ts'

/** The invoice as it is, without a lock. @throws InvoiceNotFound, InvoiceVoided */
export async function requireUnvoided(tx: Tx, id: string): Promise<Invoice> {
  const invoice = await requireDocument(tx, INVOICES, id)
  requireNotVoided(invoice)
  return invoice
}

/** The invoices, locked, in the order given, with what was recognized of each; missing ones are left out. */
export async function lockWithRecognized(tx: Tx, ids: readonly string[]): Promise<LockedInvoice[]> {
  const [invoices, recognized] = await Promise.all([lockInvoices(tx, ids), loadRecognizedOfInvoices(tx, ids)])
  const byId = new Map(
    invoices.map((invoice) => [invoice.id, { invoice, recognized: recognized.get(invoice.id) ?? [] }]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
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
