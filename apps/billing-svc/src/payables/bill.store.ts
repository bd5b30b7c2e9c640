/** Bills and expenses with their line items, taxes, tags and allocations. */
import { boolean, safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import { DOCUMENT_COLUMNS, documentStore, KEY, loadParts, REMARK_COLUMNS } from '../documents/document.store.ts'
import { lineColumns, loadLines, taxColumns, writeLines, type LineTables } from '../line-items/line-items.store.ts'
import type { Tagged } from '../tags/applied-tag.store.ts'
import { amountsOf, paidAtOf, statusOf, type Bill, type BillLineItem, type PaymentMethod, type Terms } from './bill.ts'

const bills = table('bills', KEY, {
  ...DOCUMENT_COLUMNS,
  isExpense: boolean.writeOnly,
  contactId: uuid.orNull.named('vendor_id'),
  status: text.writeOnly,
  terms: text.as<Terms>().orNull,
  documentDate: timestamp.named('received_at'),
  dueAt: timestamp.orNull,
  paidAt: timestamp.orNull.writeOnly,
  voidedAt: timestamp.orNull,
  subtotal: safeInteger.writeOnly,
  additionalDiscount: safeInteger,
  additionalSalesTaxesTotal: safeInteger.writeOnly,
  totalAmount: safeInteger.writeOnly,
  paidAmount: safeInteger.writeOnly,
  creditedAmount: safeInteger.writeOnly,
  outstandingBalance: safeInteger.writeOnly,
  method: text.as<PaymentMethod>().orNull,
  processor: text.orNull,
  clearingAccountId: uuid.orNull,
  importedAt: timestamp,
})

const LINES: LineTables<BillLineItem> = {
  lineItems: table('bill_line_items', KEY, {
    ...lineColumns('bill_id'),
    productName: text.orNull,
    ...REMARK_COLUMNS,
  }),
  salesTaxes: table('bill_sales_taxes', KEY, taxColumns('bill_id')),
  document: 'bill_id',
}

const allocated = { id: uuid, amount: safeInteger, allocatedAt: timestamp }
const paymentParts = table('bill_payment_allocations', ['id'], { ...allocated, paymentId: uuid })
const creditParts = table('vendor_credit_allocations', ['id'], {
  ...allocated,
  vendorCreditId: uuid,
  countsFrom: timestamp.orNull,
})

export const BILL_STORE = documentStore({
  table: bills,
  lockStrength: 'UPDATE',
  // The stored derived columns are computed only here.
  rowOf: (bill: Bill) => ({
    ...bill,
    ...amountsOf(bill),
    isExpense: bill.spending !== null,
    status: statusOf(bill),
    paidAt: paidAtOf(bill),
    method: bill.spending?.method ?? null,
    processor: bill.spending?.processor ?? null,
    clearingAccountId: bill.spending?.clearingAccountId ?? null,
  }),
  taggedOf: ({ id, tags, lineItems }) => [
    { type: 'BILL', id, tags },
    ...lineItems.map((line): Tagged => ({ type: 'BILL_LINE_ITEM', id: line.id, tags: line.tags })),
  ],
  counted: [
    'bill_id',
    [
      'bill_line_items',
      'bill_sales_taxes',
      { table: 'bill_payment_allocations', where: 'k.deleted_at IS NULL' },
      { table: 'vendor_credit_allocations', where: 'k.deleted_at IS NULL' },
    ],
  ],
  taggedParts: [['bill_line_items', 'bill_id']],
  read: async (tx, ids) => {
    const live = { order: 'k.place', where: 'k.deleted_at IS NULL' }
    const [linesOf, paid, credited] = await Promise.all([
      loadLines(tx, LINES, ids),
      loadParts(tx, paymentParts, ids, 'bill_id', live),
      loadParts(tx, creditParts, ids, 'bill_id', live),
    ])
    return ({ method, processor, clearingAccountId, ...row }, withTags) => ({
      ...row,
      spending: method === null || clearingAccountId === null ? null : { method, processor, clearingAccountId },
      ...linesOf(row.id, withTags),
      paid: paid.get(row.id) ?? [],
      credited: credited.get(row.id) ?? [],
    })
  },
  writeParts: (tx, changes) => writeLines(tx, LINES, changes),
})
export const { load: loadBills, lock: lockBills } = BILL_STORE
