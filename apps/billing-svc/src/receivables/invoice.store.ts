/** Invoices with their line items, taxes, tags, write-offs, payments and refunds. */
import type { Tx } from '@pacioli/db'
import { json, safeInteger, table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'
import type { Update } from '../documents/document-kind.ts'
import {
  countingParts,
  DOCUMENT_COLUMNS,
  KEY,
  loadParts,
  loadRows,
  lockRows,
  ofEach,
} from '../documents/document.store.ts'
import {
  insertLines,
  lineColumns,
  loadLines,
  taxColumns,
  withLineTags,
  type LineTables,
} from '../line-items/line-items.store.ts'
import { totalOfTaxes } from '../line-items/line-items.ts'
import type { Recognised } from '../recognition/recognition.ts'
import { byExternalId } from '../requests/by-external-id.ts'
import { changedTags } from '../requests/changed-parts.ts'
import { insertTags, loadTags, replaceTags, type Tagged } from '../tags/applied-tag.store.ts'
import { amountsOf, paidAtOf, statusOf, type Invoice, type InvoiceLineItem, type PaidPart } from './invoice.ts'
import { REMARK_COLUMNS } from './line-remarks.ts'
import { loadWriteOffs, writeWriteOffs } from './write-off.store.ts'

const invoices = table('invoices', KEY, {
  ...DOCUMENT_COLUMNS,
  contactId: uuid.named('customer_id'),
  status: text.writeOnly,
  documentDate: timestamp.named('sent_at'),
  dueAt: timestamp.orNull,
  paidAt: timestamp.orNull.writeOnly,
  voidedAt: timestamp.orNull,
  subtotal: safeInteger.writeOnly,
  shownSalesTaxesTotal: safeInteger.named('sales_taxes_total').writeOnly,
  additionalSalesTaxesTotal: safeInteger.writeOnly,
  additionalDiscount: safeInteger,
  tips: safeInteger,
  tipsAccountId: uuid.orNull,
  totalAmount: safeInteger.writeOnly,
  paidAmount: safeInteger.writeOnly,
  writtenOffAmount: safeInteger.writeOnly,
  refundedAmount: safeInteger.writeOnly,
  outstandingBalance: safeInteger.writeOnly,
  importedAt: timestamp,
})

const lineItems = table('invoice_line_items', KEY, {
  ...lineColumns('invoice_id'),
  ...REMARK_COLUMNS,
  timeEntryId: uuid.orNull,
})
const LINES: LineTables<InvoiceLineItem> = {
  lineItems,
  salesTaxes: table('invoice_sales_taxes', KEY, taxColumns('invoice_id')),
  document: 'invoice_id',
}
const ownersOfLines = table('invoice_line_items', KEY, { businessId: uuid, id: uuid, invoiceId: uuid })

const paidParts = table('invoice_payment_allocations', ['id'], {
  id: uuid,
  invoiceId: uuid,
  paymentId: uuid,
  amount: safeInteger,
})

const refundedParts = table('refund_parts', ['id'], {
  id: uuid,
  refundId: uuid,
  allocationId: uuid,
  lineItemId: uuid.orNull.named('invoice_line_item_id'),
  paymentId: uuid.orNull.named('invoice_payment_id'),
  amount: safeInteger,
  shares: json.as<readonly Recognised[]>(),
})

/** The stored derived columns are computed only here. */
const rowOf = (invoice: Invoice) => ({
  ...invoice,
  ...amountsOf(invoice),
  additionalSalesTaxesTotal: totalOfTaxes(invoice.additionalSalesTaxes),
  status: statusOf(invoice),
  paidAt: paidAtOf(invoice),
})

const taggedOf = ({ id, tags, lineItems: lines, writeOffs }: Invoice): Tagged[] => [
  { type: 'INVOICE', id, tags },
  ...lines.map((line): Tagged => ({ type: 'INVOICE_LINE_ITEM', id: line.id, tags: line.tags })),
  ...writeOffs.map((one): Tagged => ({ type: 'INVOICE_WRITE_OFF', id: one.id, tags: one.tags })),
]

/**
 * Inserts invoices with their write-offs. Payments and refunds in the same request count in their amounts and are written by
 * their own stores.
 */
export async function insertInvoices(tx: Tx, made: readonly Invoice[]): Promise<void> {
  await Promise.all([
    invoices.insert(tx, {}, byExternalId(made).map(rowOf)),
    insertLines(tx, LINES, made),
    writeWriteOffs(
      tx,
      made.map((after) => ({ after })),
    ),
    insertTags(tx, made.flatMap(taggedOf)),
  ])
}

/** Writes locked invoices. Of line items only tags change. */
export async function updateInvoices(tx: Tx, changes: readonly Update<Invoice>[]): Promise<void> {
  await Promise.all([
    invoices.update(
      tx,
      {},
      changes.map(({ after }) => rowOf(after)),
    ),
    writeWriteOffs(tx, changes),
    replaceTags(
      tx,
      changes.flatMap(({ before, after }) => changedTags(taggedOf(before), taggedOf(after))),
    ),
  ])
}

/** By the id of the invoice, in the order of creation; without what became the customer's credit. */
async function loadPaidParts(tx: Tx, ids: readonly string[]): Promise<Map<string, PaidPart[]>> {
  const rows = await paidParts.query<{ allocatedAt: Date }>(
    tx,
    `SELECT ${paidParts.columns('t')}, p.paid_at AS "allocatedAt"
       FROM ${ofEach('invoice_payment_allocations', 'invoice_id', { where: 'k.moved_to_credit_at IS NULL' })}
      CROSS JOIN LATERAL (SELECT paid_at FROM invoice_payments WHERE business_id = $1 AND id = t.payment_id OFFSET 0) p
      ORDER BY t.place`,
    [tx.businessId, [...new Set(ids)]],
  )
  const byInvoice = Map.groupBy(rows, ({ invoiceId }) => invoiceId)
  return new Map([...byInvoice].map(([id, own]) => [id, own.map(({ invoiceId: _, ...part }) => part)]))
}

/** Rows with all that belongs to them, in their order. */
async function complete(
  tx: Tx,
  asked: readonly string[],
  found: Promise<RowOf<typeof invoices>[]>,
): Promise<Invoice[]> {
  if (asked.length === 0) return []
  const ids = [...new Set(asked)]
  const [rows, tags, lines, paid, writeOffs, refunded] = await Promise.all([
    found,
    loadTags(tx, ids, [
      ['invoice_line_items', 'invoice_id'],
      ['invoice_write_offs', 'invoice_id'],
    ]),
    loadLines(tx, LINES, ids),
    loadPaidParts(tx, ids),
    loadWriteOffs(tx, ids),
    // Refund by refund; parts of a customer's credit are on no invoice.
    loadParts(tx, refundedParts, ids, 'invoice_id', {
      where: 'NOT k.is_of_credit',
      order: 'k.refund_id, k.allocation_id, k.position',
    }),
  ])
  return rows.map((row) => ({
    ...row,
    ...withLineTags(lines.get(row.id) ?? { lineItems: [], additionalSalesTaxes: [] }, tags),
    paid: paid.get(row.id) ?? [],
    writeOffs: (writeOffs.get(row.id) ?? []).map((one) => ({ ...one, tags: tags.get(one.id) ?? [] })),
    refunded: (refunded.get(row.id) ?? []).map((part) => ({
      ...part,
      shares: part.shares.map(({ component, amount }) => ({ component, amount })),
    })),
    tags: tags.get(row.id) ?? [],
  }))
}

/** Invoices of the business by id, in the order of the ids; unknown ones are left out. */
export const loadInvoices = (tx: Tx, ids: readonly string[]): Promise<Invoice[]> =>
  complete(tx, ids, loadRows(tx, invoices, ids))

/**
 * The same, locked. Child rows are read after the lock, so they are current. Other transactions can write rows that refer to
 * an invoice.
 */
export const lockInvoices = (tx: Tx, ids: readonly string[]): Promise<Invoice[]> =>
  complete(tx, ids, lockRows(tx, invoices, ids))

/** How many lines, taxes, allocations, write-offs and parts of refunds each of these invoices has. */
export const countInvoiceParts = countingParts('invoice_id', [
  'invoice_line_items',
  'invoice_sales_taxes',
  'invoice_payment_allocations',
  'invoice_write_offs',
  'refund_parts',
])

/** The invoices of line items, by the ids of the line items. */
export const findInvoicesOfLineItems = async (tx: Tx, lineItemIds: readonly string[]): Promise<Map<string, string>> =>
  new Map((await loadRows(tx, ownersOfLines, lineItemIds)).map(({ id, invoiceId }) => [id, invoiceId]))
