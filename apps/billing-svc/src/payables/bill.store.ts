/** Bills and expenses with their line items, taxes, tags, and what is allocated to them. */
import { askedColumn, type Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import { deleteTags, insertTags, loadTags, replaceTags, type Tagged } from '../tags/applied-tag.store.ts'
import { byExternalId } from '../requests/by-external-id.ts'
import { withLineTags } from '../line-items/line-items.store.ts'
import { loadBillParts } from './bill-allocations.store.ts'
import { deleteBillLines, insertBillLines, loadBillLines } from './bill-lines.store.ts'
import { amountsOf, paidAtOf, statusOf, type Bill, type PaymentMethod, type Terms } from './bill.ts'
import type { BillChange, StoredBill } from './stored-bill.ts'

/** Column and SQL type of each field that a row has besides its key, in the order in which rows are written. */
const COLUMNS = {
  external_id: 'text',
  is_expense: 'boolean',
  vendor_id: 'uuid',
  status: 'text',
  terms: 'text',
  received_at: 'timestamptz',
  due_at: 'timestamptz',
  paid_at: 'timestamptz',
  voided_at: 'timestamptz',
  subtotal: 'bigint',
  additional_discount: 'bigint',
  additional_sales_taxes_total: 'bigint',
  total_amount: 'bigint',
  paid_amount: 'bigint',
  credited_amount: 'bigint',
  outstanding_balance: 'bigint',
  method: 'text',
  processor: 'text',
  clearing_account_id: 'uuid',
  memo: 'text',
  metadata: 'jsonb',
  reference_number: 'text',
  version: 'bigint',
  imported_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const
type Column = keyof typeof COLUMNS
const NAMES = Object.keys(COLUMNS) as Column[]

/** What follows from line items and allocations is computed here and nowhere else. */
const valuesOf = (bill: Bill): { [Name in Column]: unknown } => {
  const amounts = amountsOf(bill)
  return {
    external_id: bill.externalId,
    is_expense: bill.spending !== null,
    vendor_id: bill.vendorId,
    status: statusOf(bill),
    terms: bill.terms,
    received_at: bill.receivedAt.toISOString(),
    due_at: bill.dueAt?.toISOString() ?? null,
    paid_at: paidAtOf(bill)?.toISOString() ?? null,
    voided_at: bill.voidedAt?.toISOString() ?? null,
    subtotal: amounts.subtotal,
    additional_discount: bill.additionalDiscount,
    additional_sales_taxes_total: amounts.additionalSalesTaxesTotal,
    total_amount: amounts.totalAmount,
    paid_amount: amounts.paidAmount,
    credited_amount: amounts.creditedAmount,
    outstanding_balance: amounts.outstandingBalance,
    method: bill.spending?.method ?? null,
    processor: bill.spending?.processor ?? null,
    clearing_account_id: bill.spending?.clearingAccountId ?? null,
    memo: bill.memo,
    metadata: bill.metadata,
    reference_number: bill.referenceNumber,
    version: bill.version,
    imported_at: bill.importedAt.toISOString(),
    updated_at: bill.updatedAt.toISOString(),
  }
}

const columns = `$2::uuid[], ${NAMES.map((name, index) => `$${index + 3}::${COLUMNS[name]}[]`).join(', ')}`
const unnested = `unnest(${columns}) AS n(id, ${NAMES.join(', ')})`
const unnestedToMake = `unnest(${columns}, $${NAMES.length + 3}::jsonb[]) AS n(id, ${NAMES.join(', ')}, asked)`

function bindOf(businessId: string, bills: readonly Bill[]): unknown[] {
  const rows = bills.map(valuesOf)
  return [businessId, bills.map(({ id }) => id), ...NAMES.map((name) => rows.map((row) => row[name]))]
}

const taggedOf = ({ id, tags, lineItems }: Bill): Tagged[] => [
  { type: 'BILL', id, tags },
  ...lineItems.map((line): Tagged => ({ type: 'BILL_LINE_ITEM', id: line.id, tags: line.tags })),
]

/** New bills, to which nothing is allocated. An external_id that is taken violates `bills_external_id`. */
export async function insertBills(tx: Tx, businessId: string, bills: readonly StoredBill[]): Promise<void> {
  if (bills.length === 0) return
  const made = byExternalId(bills)
  await tx.rows(
    `INSERT INTO bills (business_id, id, ${NAMES.join(', ')}, asked) SELECT $1, n.* FROM ${unnestedToMake}`,
    [...bindOf(businessId, made), askedColumn(made)],
  )
  await insertBillLines(tx, businessId, bills)
  await insertTags(tx, businessId, bills.flatMap(taggedOf))
}

/** Writes bills as they are now; their lines, taxes and tags are replaced where they are other ones than before. */
export async function updateBills(tx: Tx, businessId: string, changes: readonly BillChange[]): Promise<void> {
  if (changes.length === 0) return
  const bills = changes.map(({ after }) => after)
  await tx.rows(
    `UPDATE bills b SET ${NAMES.map((name) => `${name} = n.${name}`).join(', ')}
       FROM ${unnested} WHERE b.business_id = $1 AND b.id = n.id`,
    bindOf(businessId, bills),
  )
  const relined = changes.filter(
    ({ before, after }) =>
      before.lineItems !== after.lineItems || before.additionalSalesTaxes !== after.additionalSalesTaxes,
  )
  if (relined.length > 0) {
    await deleteBillLines(
      tx,
      businessId,
      relined.map(({ after }) => after.id),
    )
    await insertBillLines(
      tx,
      businessId,
      relined.map(({ after }) => after),
    )
  }
  const retagged = changes.filter(
    ({ before, after }) => before.lineItems !== after.lineItems || before.tags !== after.tags,
  )
  await deleteTags(tx, businessId, retagged.flatMap(linesThatGo))
  await replaceTags(
    tx,
    businessId,
    retagged.flatMap(({ after }) => taggedOf(after)),
  )
}

function linesThatGo({ before, after }: BillChange): string[] {
  const kept = new Set(after.lineItems.map(({ id }) => id))
  return before.lineItems.map(({ id }) => id).filter((id) => !kept.has(id))
}

type BillRow = {
  id: string
  business_id: string
  external_id: string | null
  vendor_id: string | null
  terms: Terms | null
  received_at: Date
  due_at: Date | null
  voided_at: Date | null
  additional_discount: string
  method: PaymentMethod | null
  processor: string | null
  clearing_account_id: string | null
  memo: string | null
  metadata: string | null
  reference_number: string | null
  version: string
  imported_at: Date
  updated_at: Date
}

const SELECTED = `b.id, b.business_id, b.external_id, b.vendor_id, b.terms, b.received_at, b.due_at, b.voided_at,
  b.additional_discount, b.method, b.processor, b.clearing_account_id, b.memo, b.metadata::text AS metadata,
  b.reference_number, b.version, b.imported_at, b.updated_at`

const toBill = (row: BillRow) => ({
  id: row.id,
  businessId: row.business_id,
  externalId: row.external_id,
  vendorId: row.vendor_id,
  spending:
    row.method === null || row.clearing_account_id === null
      ? null
      : { method: row.method, processor: row.processor, clearingAccountId: row.clearing_account_id },
  terms: row.terms,
  receivedAt: row.received_at,
  dueAt: row.due_at,
  voidedAt: row.voided_at,
  additionalDiscount: toAmount(row.additional_discount),
  memo: row.memo,
  metadata: row.metadata,
  referenceNumber: row.reference_number,
  version: Number(row.version),
  importedAt: row.imported_at,
  updatedAt: row.updated_at,
})

/** Rows with all that belongs to them, in their order. */
async function complete(tx: Tx, businessId: string, rows: readonly BillRow[]): Promise<StoredBill[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lines = await loadBillLines(tx, businessId, ids)
  const { paid, credited } = await loadBillParts(tx, businessId, ids)
  const lineIds = [...lines.values()].flatMap(({ lineItems }) => lineItems.map(({ id }) => id))
  const tags = await loadTags(tx, businessId, [...ids, ...lineIds])
  return rows.map((row) => ({
    ...toBill(row),
    ...withLineTags(lines.get(row.id) ?? { lineItems: [], additionalSalesTaxes: [] }, tags),
    paid: paid.get(row.id) ?? [],
    credited: credited.get(row.id) ?? [],
    tags: tags.get(row.id) ?? [],
  }))
}

/** Bills of the business by id, in the order of the ids; unknown ones are left out. */
export async function loadBills(tx: Tx, businessId: string, ids: readonly string[]): Promise<StoredBill[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<BillRow>(
    `SELECT ${SELECTED} FROM bills b WHERE b.business_id = $1 AND b.id = ANY ($2::uuid[])`,
    [businessId, ids],
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return complete(
    tx,
    businessId,
    ids.flatMap((id) => byId.get(id) ?? []),
  )
}

/**
 * The same, held until the transaction ends: locked in the order of their ids, so that two requests never wait for each
 * other. The rows and what hangs on them are read once they are held, as they are by then.
 */
export async function lockBills(tx: Tx, businessId: string, ids: readonly string[]): Promise<Map<string, StoredBill>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<BillRow>(
    `SELECT ${SELECTED} FROM bills b WHERE b.business_id = $1 AND b.id = ANY ($2::uuid[]) ORDER BY b.id FOR UPDATE`,
    [businessId, [...new Set(ids)]],
  )
  return new Map((await complete(tx, businessId, rows)).map((bill) => [bill.id, bill]))
}

/** Which bill or expense has which external_id: the two share them. */
export async function findBillIds(
  tx: Tx,
  businessId: string,
  externalIds: readonly string[],
): Promise<Map<string, { id: string; isExpense: boolean }>> {
  if (externalIds.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; external_id: string; is_expense: boolean }>(
    `SELECT id, external_id, is_expense FROM bills WHERE business_id = $1 AND external_id = ANY ($2::text[])`,
    [businessId, externalIds],
  )
  return new Map(rows.map((row) => [row.external_id, { id: row.id, isExpense: row.is_expense }]))
}
