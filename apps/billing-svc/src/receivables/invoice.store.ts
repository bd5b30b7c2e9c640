/** Invoices with their line items, taxes, tags and write-offs, and what was paid and refunded of them. */
import { askedColumn, violates, type Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import { insertTags, loadTags, replaceTags, type Tagged } from '../tags/applied-tag.store.ts'
import { byExternalId } from '../requests/by-external-id.ts'
import { withLineTags } from '../line-items/line-items.store.ts'
import { totalOfTaxes } from '../line-items/line-items.ts'
import { partsThatDiffer, tagsThatDiffer } from '../requests/what-differs.ts'
import { insertInvoiceLines, loadInvoiceLines } from './invoice-lines.store.ts'
import { loadPaidParts, loadRefundedParts } from './invoice-parts.store.ts'
import { amountsOf, paidAtOf, statusOf, type Invoice } from './invoice.ts'
import { insertWriteOffs, loadWriteOffs, updateWriteOffs } from './write-off.store.ts'

/** Column and SQL type of each field that a row has besides its key, in the order in which rows are written. */
const COLUMNS = {
  external_id: 'text',
  customer_id: 'uuid',
  status: 'text',
  sent_at: 'timestamptz',
  due_at: 'timestamptz',
  paid_at: 'timestamptz',
  voided_at: 'timestamptz',
  subtotal: 'bigint',
  sales_taxes_total: 'bigint',
  additional_sales_taxes_total: 'bigint',
  additional_discount: 'bigint',
  tips: 'bigint',
  tips_account_id: 'uuid',
  total_amount: 'bigint',
  paid_amount: 'bigint',
  written_off_amount: 'bigint',
  refunded_amount: 'bigint',
  outstanding_balance: 'bigint',
  memo: 'text',
  metadata: 'jsonb',
  reference_number: 'text',
  version: 'bigint',
  imported_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const
type Column = keyof typeof COLUMNS
const NAMES = Object.keys(COLUMNS) as Column[]

/** What follows from line items, payments, write-offs and refunds is computed here and nowhere else. */
const valuesOf = (invoice: Invoice): { [Name in Column]: unknown } => {
  const amounts = amountsOf(invoice)
  return {
    external_id: invoice.externalId,
    customer_id: invoice.customerId,
    status: statusOf(invoice),
    sent_at: invoice.sentAt.toISOString(),
    due_at: invoice.dueAt?.toISOString() ?? null,
    paid_at: paidAtOf(invoice)?.toISOString() ?? null,
    voided_at: invoice.voidedAt?.toISOString() ?? null,
    subtotal: amounts.subtotal,
    sales_taxes_total: amounts.shownSalesTaxesTotal,
    additional_sales_taxes_total: totalOfTaxes(invoice.additionalSalesTaxes),
    additional_discount: invoice.additionalDiscount,
    tips: invoice.tips,
    tips_account_id: invoice.tipsAccountId,
    total_amount: amounts.totalAmount,
    paid_amount: amounts.paidAmount,
    written_off_amount: amounts.writtenOffAmount,
    refunded_amount: amounts.refundedAmount,
    outstanding_balance: amounts.outstandingBalance,
    memo: invoice.memo,
    metadata: invoice.metadata,
    reference_number: invoice.referenceNumber,
    version: invoice.version,
    imported_at: invoice.importedAt.toISOString(),
    updated_at: invoice.updatedAt.toISOString(),
  }
}

const columns = `$2::uuid[], ${NAMES.map((name, index) => `$${index + 3}::${COLUMNS[name]}[]`).join(', ')}`
const unnested = `unnest(${columns}) AS n(id, ${NAMES.join(', ')})`
const unnestedToMake = `unnest(${columns}, $${NAMES.length + 3}::jsonb[]) AS n(id, ${NAMES.join(', ')}, asked)`

function bindOf(businessId: string, invoices: readonly Invoice[]): unknown[] {
  const rows = invoices.map(valuesOf)
  return [businessId, invoices.map(({ id }) => id), ...NAMES.map((name) => rows.map((row) => row[name]))]
}

const taggedOf = ({ id, tags, lineItems, writeOffs }: Invoice): Tagged[] => [
  { type: 'INVOICE', id, tags },
  ...lineItems.map((line): Tagged => ({ type: 'INVOICE_LINE_ITEM', id: line.id, tags: line.tags })),
  ...writeOffs.map((one): Tagged => ({ type: 'INVOICE_WRITE_OFF', id: one.id, tags: one.tags })),
]

/**
 * New invoices with their write-offs. What a request has paid and refunded of them on the way counts in their amounts, and
 * is written by the stores of payments and refunds. An external_id that is taken violates `invoices_external_id`.
 */
export async function insertInvoices(tx: Tx, businessId: string, invoices: readonly Invoice[]): Promise<void> {
  if (invoices.length === 0) return
  const made = byExternalId(invoices)
  await tx.rows(
    `INSERT INTO invoices (business_id, id, ${NAMES.join(', ')}, asked) SELECT $1, n.* FROM ${unnestedToMake}`,
    [...bindOf(businessId, made), askedColumn(made)],
  )
  await insertInvoiceLines(tx, businessId, invoices)
  await insertWriteOffs(
    tx,
    businessId,
    invoices.flatMap(({ writeOffs }) => writeOffs),
  )
  await insertTags(tx, businessId, invoices.flatMap(taggedOf))
}

/** Whether an invoice was refused because another one has its external_id. */
export const isInvoiceTaken = (error: unknown): boolean => violates(error, 'invoices_external_id')

/** Whether a write-off was refused because another one that was not undone has its external_id. */
export const isWriteOffTaken = (error: unknown): boolean => violates(error, 'invoice_write_offs_external_id')

type Change = { before: Invoice; after: Invoice }

/** Writes invoices that are held, as they are now. Line items never change, but for their tags. */
export async function updateInvoices(tx: Tx, businessId: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  await tx.rows(
    `UPDATE invoices i SET ${NAMES.map((name) => `${name} = n.${name}`).join(', ')}
       FROM ${unnested} WHERE i.business_id = $1 AND i.id = n.id`,
    bindOf(
      businessId,
      changes.map(({ after }) => after),
    ),
  )
  const writeOffs = changes.map(({ before, after }) => partsThatDiffer(before.writeOffs, after.writeOffs))
  // First: the external ids of those that were undone are free for the new ones.
  await updateWriteOffs(
    tx,
    businessId,
    writeOffs.flatMap(({ changed }) => changed),
  )
  await insertWriteOffs(
    tx,
    businessId,
    writeOffs.flatMap(({ added }) => added),
  )
  await replaceTags(
    tx,
    businessId,
    changes.flatMap(({ before, after }) => tagsThatDiffer(taggedOf(before), taggedOf(after))),
  )
}

type InvoiceRow = {
  id: string
  business_id: string
  external_id: string | null
  customer_id: string
  sent_at: Date
  due_at: Date | null
  voided_at: Date | null
  additional_discount: string
  tips: string
  tips_account_id: string | null
  memo: string | null
  metadata: string | null
  reference_number: string | null
  version: string
  imported_at: Date
  updated_at: Date
}

const SELECTED = `i.id, i.business_id, i.external_id, i.customer_id, i.sent_at, i.due_at, i.voided_at,
  i.additional_discount, i.tips, i.tips_account_id, i.memo, i.metadata::text AS metadata, i.reference_number, i.version,
  i.imported_at, i.updated_at`

const toInvoice = (row: InvoiceRow) => ({
  id: row.id,
  businessId: row.business_id,
  externalId: row.external_id,
  customerId: row.customer_id,
  sentAt: row.sent_at,
  dueAt: row.due_at,
  voidedAt: row.voided_at,
  additionalDiscount: toAmount(row.additional_discount),
  tips: toAmount(row.tips),
  tipsAccountId: row.tips_account_id,
  memo: row.memo,
  metadata: row.metadata,
  referenceNumber: row.reference_number,
  version: Number(row.version),
  importedAt: row.imported_at,
  updatedAt: row.updated_at,
})

/** Rows with all that belongs to them, in their order. */
async function complete(tx: Tx, businessId: string, rows: readonly InvoiceRow[]): Promise<Invoice[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lines = await loadInvoiceLines(tx, businessId, ids)
  const paid = await loadPaidParts(tx, businessId, ids)
  const writeOffs = await loadWriteOffs(tx, businessId, ids)
  const refunded = await loadRefundedParts(tx, businessId, ids)
  const lineIds = [...lines.values()].flatMap(({ lineItems }) => lineItems.map(({ id }) => id))
  const writeOffIds = [...writeOffs.values()].flat().map(({ id }) => id)
  const tags = await loadTags(tx, businessId, [...ids, ...lineIds, ...writeOffIds])
  return rows.map((row) => ({
    ...toInvoice(row),
    ...withLineTags(lines.get(row.id) ?? { lineItems: [], additionalSalesTaxes: [] }, tags),
    paid: paid.get(row.id) ?? [],
    writeOffs: (writeOffs.get(row.id) ?? []).map((one) => ({ ...one, tags: tags.get(one.id) ?? [] })),
    refunded: refunded.get(row.id) ?? [],
    tags: tags.get(row.id) ?? [],
  }))
}

/** Invoices of the business by id, in the order of the ids; unknown ones are left out. */
export async function loadInvoices(tx: Tx, businessId: string, ids: readonly string[]): Promise<Invoice[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<InvoiceRow>(
    `SELECT ${SELECTED} FROM invoices i WHERE i.business_id = $1 AND i.id = ANY ($2::uuid[])`,
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
export async function lockInvoices(tx: Tx, businessId: string, ids: readonly string[]): Promise<Map<string, Invoice>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<InvoiceRow>(
    // No key changes: so who writes rows that refer to an invoice, such as a refund that is held, waits for nobody.
    `SELECT ${SELECTED} FROM invoices i WHERE i.business_id = $1 AND i.id = ANY ($2::uuid[])
      ORDER BY i.id FOR NO KEY UPDATE`,
    [businessId, [...new Set(ids)]],
  )
  return new Map((await complete(tx, businessId, rows)).map((invoice) => [invoice.id, invoice]))
}

/** Which invoice has which external_id; unknown ones are left out. */
export async function findInvoiceIds(
  tx: Tx,
  businessId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; external_id: string }>(
    `SELECT id, external_id FROM invoices WHERE business_id = $1 AND external_id = ANY ($2::text[])`,
    [businessId, externalIds],
  )
  return new Map(rows.map((row) => [row.external_id, row.id]))
}
