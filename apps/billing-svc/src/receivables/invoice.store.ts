/** Invoices with their line items, taxes, tags, write-offs, payments and refunds. */
import type { Tx } from '@pacioli/db'
import { json, safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import { DOCUMENT_COLUMNS, documentStore, KEY, loadParts, loadRows, ofEach } from '../documents/document.store.ts'
import { lineColumns, loadLines, taxColumns, writeLines, type LineTables } from '../line-items/line-items.store.ts'
import type { Recognized } from '../allocations/recognition.ts'
import type { Tagged } from '../tags/applied-tag.store.ts'
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
  returnedAmount: safeInteger,
})

const refundedParts = table('refund_parts', ['id'], {
  id: uuid,
  refundId: uuid,
  allocationId: uuid,
  lineItemId: uuid.orNull.named('invoice_line_item_id'),
  paymentId: uuid.orNull.named('invoice_payment_id'),
  amount: safeInteger,
  shares: json.as<readonly Recognized[]>(),
})

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
  return new Map(
    [...byInvoice].map(([id, own]) => [
      id,
      own.map(({ invoiceId: _, returnedAmount, ...part }) => ({ ...part, amount: part.amount - returnedAmount })),
    ]),
  )
}

/**
 * Payments and refunds in the same request count in the amounts of invoices and are written by their own stores. Other
 * transactions can write rows that refer to a locked invoice.
 */
export const INVOICE_STORE = documentStore({
  table: invoices,
  // The stored derived columns are computed only here.
  rowOf: (invoice: Invoice) => ({
    ...invoice,
    ...amountsOf(invoice),
    status: statusOf(invoice),
    paidAt: paidAtOf(invoice),
  }),
  taggedOf: ({ id, tags, lineItems: lines, writeOffs }) => [
    { type: 'INVOICE', id, tags },
    ...lines.map((line): Tagged => ({ type: 'INVOICE_LINE_ITEM', id: line.id, tags: line.tags })),
    ...writeOffs.map((one): Tagged => ({ type: 'INVOICE_WRITE_OFF', id: one.id, tags: one.tags })),
  ],
  counted: [
    'invoice_id',
    ['invoice_line_items', 'invoice_sales_taxes', 'invoice_payment_allocations', 'invoice_write_offs', 'refund_parts'],
  ],
  taggedParts: [
    ['invoice_line_items', 'invoice_id'],
    ['invoice_write_offs', 'invoice_id'],
  ],
  read: async (tx, ids) => {
    const [linesOf, paid, writeOffs, refunded] = await Promise.all([
      loadLines(tx, LINES, ids),
      loadPaidParts(tx, ids),
      loadWriteOffs(tx, ids),
      // Refund by refund; parts of a customer's credit are on no invoice.
      loadParts(tx, refundedParts, ids, 'invoice_id', {
        where: 'NOT k.is_of_credit',
        order: 'k.refund_id, k.allocation_id, k.position',
      }),
    ])
    return (row, withTags) => ({
      ...row,
      ...linesOf(row.id, withTags),
      paid: paid.get(row.id) ?? [],
      writeOffs: (writeOffs.get(row.id) ?? []).map(withTags),
      refunded: (refunded.get(row.id) ?? []).map((part) => ({
        ...part,
        shares: part.shares.map(({ component, amount }) => ({ component, amount })),
      })),
    })
  },
  writeParts: (tx, changes) => {
    writeLines(tx, LINES, changes)
    writeWriteOffs(tx, changes)
  },
})
export const { load: loadInvoices, lock: lockInvoices } = INVOICE_STORE

/** The invoices of line items, by the ids of the line items. */
export const findInvoicesOfLineItems = async (tx: Tx, lineItemIds: readonly string[]): Promise<Map<string, string>> =>
  new Map((await loadRows(tx, ownersOfLines, lineItemIds)).map(({ id, invoiceId }) => [id, invoiceId]))
