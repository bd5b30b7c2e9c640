/** Line items and sales taxes of invoices. */
import type { Tx } from '@pacioli/db'
import { insertLines, loadLines, type DocumentLines, type KeptLines } from '../line-items/line-items.store.ts'
import type { Invoice, InvoiceLineItem } from './invoice.ts'
import { REMARK_COLUMNS, remarksOf, type LineRemarks } from './line-remarks.ts'

type Further = LineRemarks & { time_entry_id: string | null }

const KEPT: KeptLines<InvoiceLineItem, Further> = {
  lineItems: 'invoice_line_items',
  salesTaxes: 'invoice_sales_taxes',
  document: 'invoice_id',
  columns: { ...REMARK_COLUMNS, time_entry_id: 'uuid' },
  rowOf: (line) => ({ ...remarksOf(line), time_entry_id: line.timeEntryId }),
  lineOf: (line, row) => ({ ...line, ...remarksOf(row), timeEntryId: row.time_entry_id }),
}

/** By the id of the invoice. Tags come separately. */
export const loadInvoiceLines = (
  tx: Tx,
  businessId: string,
  invoiceIds: readonly string[],
): Promise<Map<string, DocumentLines<InvoiceLineItem>>> => loadLines(tx, KEPT, businessId, invoiceIds)

/** Lines and taxes of invoices that have none: they never change. */
export const insertInvoiceLines = (
  tx: Tx,
  businessId: string,
  invoices: readonly Pick<Invoice, 'id' | 'lineItems' | 'additionalSalesTaxes'>[],
): Promise<void> => insertLines(tx, KEPT, businessId, invoices)

/** How many lines, taxes, allocations, write-offs and parts of refunds each of these invoices has. */
export async function countInvoiceParts(
  tx: Tx,
  businessId: string,
  invoiceIds: readonly string[],
): Promise<Map<string, number>> {
  const countIn = (table: string): string =>
    `(SELECT count(*) FROM ${table} k WHERE k.business_id = $1 AND k.invoice_id = i.id)`
  const rows = await tx.rows<{ id: string; parts: string }>(
    `SELECT i.id, ${countIn('invoice_line_items')} + ${countIn('invoice_sales_taxes')}
                + ${countIn('invoice_payment_allocations')} + ${countIn('invoice_write_offs')}
                + ${countIn('refund_parts')} AS parts
       FROM unnest($2::uuid[]) AS i(id)`,
    [businessId, invoiceIds],
  )
  return new Map(rows.map(({ id, parts }) => [id, Number(parts)]))
}

/** Whose line items these are, by their ids. */
export async function findInvoicesOfLineItems(
  tx: Tx,
  businessId: string,
  lineItemIds: readonly string[],
): Promise<Map<string, string>> {
  if (lineItemIds.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; invoice_id: string }>(
    `SELECT id, invoice_id FROM invoice_line_items WHERE business_id = $1 AND id = ANY ($2::uuid[])`,
    [businessId, lineItemIds],
  )
  return new Map(rows.map(({ id, invoice_id }) => [id, invoice_id]))
}
