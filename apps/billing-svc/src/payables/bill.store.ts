/** Bills and expenses with their line items, taxes, tags and allocations. */
import type { Tx } from '@pacioli/db'
import { boolean, safeInteger, table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'
import {
  countingParts,
  DOCUMENT_COLUMNS,
  KEY,
  loadParts,
  loadRows,
  lockRows,
  REMARK_COLUMNS,
} from '../documents/document.store.ts'
import type { Update } from '../documents/document-kind.ts'
import {
  insertLines,
  lineColumns,
  loadLines,
  taxColumns,
  withLineTags,
  type LineTables,
} from '../line-items/line-items.store.ts'
import { byExternalId } from '../requests/by-external-id.ts'
import { deleteTags, insertTags, loadTags, replaceTags, type Tagged } from '../tags/applied-tag.store.ts'
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

const partColumns = { id: uuid, amount: safeInteger, allocatedAt: timestamp }
const paymentParts = table('bill_payment_allocations', ['id'], { ...partColumns, paymentId: uuid })
const creditParts = table('vendor_credit_allocations', ['id'], { ...partColumns, vendorCreditId: uuid })
const remarks = table('bill_payment_allocations', ['id'], { id: uuid, ...REMARK_COLUMNS })

/** The stored derived columns are computed only here. */
const rowOf = (bill: Bill) => ({
  ...bill,
  ...amountsOf(bill),
  isExpense: bill.spending !== null,
  status: statusOf(bill),
  paidAt: paidAtOf(bill),
  method: bill.spending?.method ?? null,
  processor: bill.spending?.processor ?? null,
  clearingAccountId: bill.spending?.clearingAccountId ?? null,
})

const taggedOf = ({ id, tags, lineItems }: Bill): Tagged[] => [
  { type: 'BILL', id, tags },
  ...lineItems.map((line): Tagged => ({ type: 'BILL_LINE_ITEM', id: line.id, tags: line.tags })),
]

/** Inserts bills without allocations. */
export async function insertBills(tx: Tx, made: readonly Bill[]): Promise<void> {
  await Promise.all([
    bills.insert(tx, {}, byExternalId(made).map(rowOf)),
    insertLines(tx, LINES, made),
    insertTags(tx, made.flatMap(taggedOf)),
  ])
}

/** Writes changed bills; lines, taxes and tags are replaced where they differ. */
export async function updateBills(tx: Tx, changes: readonly Update<Bill>[]): Promise<void> {
  const relined = changes.filter(
    ({ before, after }) =>
      before.lineItems !== after.lineItems || before.additionalSalesTaxes !== after.additionalSalesTaxes,
  )
  const retagged = changes.filter(
    ({ before, after }) => before.lineItems !== after.lineItems || before.tags !== after.tags,
  )
  const now = relined.map(({ after }) => after)
  await Promise.all([
    bills.update(
      tx,
      {},
      changes.map(({ after }) => rowOf(after)),
    ),
    deleteLines(
      tx,
      now.map(({ id }) => id),
    ),
    insertLines(tx, LINES, now),
    deleteTags(tx, retagged.flatMap(linesThatGo)),
    replaceTags(
      tx,
      retagged.flatMap(({ after }) => taggedOf(after)),
    ),
  ])
}

async function deleteLines(tx: Tx, billIds: readonly string[]): Promise<void> {
  if (billIds.length === 0) return
  await Promise.all(
    ['bill_sales_taxes', 'bill_line_items'].map((name) =>
      tx.rows(`DELETE FROM ${name} WHERE business_id = $1 AND bill_id = ANY ($2::uuid[])`, [tx.businessId, billIds]),
    ),
  )
}

function linesThatGo({ before, after }: Update<Bill>): string[] {
  const kept = new Set(after.lineItems.map(({ id }) => id))
  return before.lineItems.map(({ id }) => id).filter((id) => !kept.has(id))
}

/** Rows with all that belongs to them, in their order. */
async function complete(tx: Tx, asked: readonly string[], found: Promise<RowOf<typeof bills>[]>): Promise<Bill[]> {
  if (asked.length === 0) return []
  const ids = [...new Set(asked)]
  const live = { order: 'k.place', where: 'k.deleted_at IS NULL' }
  const [rows, tags, lines, paid, credited] = await Promise.all([
    found,
    loadTags(tx, ids, [['bill_line_items', 'bill_id']]),
    loadLines(tx, LINES, ids),
    loadParts(tx, paymentParts, ids, 'bill_id', live),
    loadParts(tx, creditParts, ids, 'bill_id', live),
  ])
  return rows.map(({ method, processor, clearingAccountId, ...row }) => ({
    ...row,
    spending: method === null || clearingAccountId === null ? null : { method, processor, clearingAccountId },
    ...withLineTags(lines.get(row.id) ?? { lineItems: [], additionalSalesTaxes: [] }, tags),
    paid: paid.get(row.id) ?? [],
    credited: credited.get(row.id) ?? [],
    tags: tags.get(row.id) ?? [],
  }))
}

/** Bills of the business by id, in the order of the ids; unknown ones are left out. */
export const loadBills = (tx: Tx, ids: readonly string[]): Promise<Bill[]> =>
  complete(tx, ids, loadRows(tx, bills, ids))

/** The same, locked. What belongs to the rows is read once they are locked, as it is by then. */
export const lockBills = (tx: Tx, ids: readonly string[]): Promise<Bill[]> =>
  complete(tx, ids, lockRows(tx, bills, ids, 'UPDATE'))

/** Immutable fields of a bill, and its vendor, which can change only without allocations. */
const namedBills = table('bills', KEY, {
  businessId: uuid,
  id: uuid,
  externalId: text.orNull,
  contactId: uuid.orNull.named('vendor_id'),
  isExpense: boolean,
})
export type NamedBill = Omit<RowOf<typeof namedBills>, 'businessId'>

/** Those with these ids; unknown ones are left out. */
export const loadNamedBills = (tx: Tx, ids: readonly string[]): Promise<NamedBill[]> => loadRows(tx, namedBills, ids)

/** How many lines, taxes and allocations each of these bills has. */
export const countBillParts = countingParts('bill_id', [
  'bill_line_items',
  'bill_sales_taxes',
  { table: 'bill_payment_allocations', where: 'k.deleted_at IS NULL' },
  { table: 'vendor_credit_allocations', where: 'k.deleted_at IS NULL' },
])

/** Callers' remarks on allocations of payments. */
export type AllocationRemarks = RowOf<typeof remarks>

/** By the id of the allocation. */
export const loadAllocationRemarks = async (
  tx: Tx,
  allocationIds: readonly string[],
): Promise<Map<string, AllocationRemarks>> =>
  new Map((await loadRows(tx, remarks, allocationIds)).map((row) => [row.id, row]))
