/** Refunds with their allocations, their payments and all their tags. */
import { askedColumn, violates, type Tx } from '@pacioli/db'
import { deleteTags, insertTags, loadTags, replaceTags, type Tagged } from '../tags/applied-tag.store.ts'
import { byExternalId } from '../requests/by-external-id.ts'
import { partsThatDiffer, tagsThatDiffer } from '../requests/what-differs.ts'
import { deleteAllocations, insertAllocations, loadAllocations } from './refund-parts.store.ts'
import { insertRefundPayments, loadRefundPayments, positioned, updateRefundPayments } from './refund-payment.store.ts'
import { paidOutOf, totalOf, type Refund } from './refund.ts'

export { findInvoicesOfRefunds, findRefundsOnInvoices, findRefundsOnPayments } from './refund-parts.store.ts'
export { findRefundPaymentOwners, findRefundsOfPayments } from './refund-payment.store.ts'

/** Column and SQL type of each field that a row has besides its key, in the order in which rows are written. */
const COLUMNS = {
  external_id: 'text',
  customer_id: 'uuid',
  completed_at: 'timestamptz',
  total_amount: 'bigint',
  paid_out_amount: 'bigint',
  memo: 'text',
  metadata: 'jsonb',
  reference_number: 'text',
  version: 'bigint',
  imported_at: 'timestamptz',
  updated_at: 'timestamptz',
} as const
type Column = keyof typeof COLUMNS
const NAMES = Object.keys(COLUMNS) as Column[]

/** What follows from allocations and payments is computed here and nowhere else. */
const valuesOf = (refund: Refund): { [Name in Column]: unknown } => ({
  external_id: refund.externalId,
  customer_id: refund.customerId,
  completed_at: refund.completedAt?.toISOString() ?? null,
  total_amount: totalOf(refund),
  paid_out_amount: paidOutOf(refund),
  memo: refund.memo,
  metadata: refund.metadata,
  reference_number: refund.referenceNumber,
  version: refund.version,
  imported_at: refund.importedAt.toISOString(),
  updated_at: refund.updatedAt.toISOString(),
})

const columns = `$2::uuid[], ${NAMES.map((name, index) => `$${index + 3}::${COLUMNS[name]}[]`).join(', ')}`
const UNNESTED = `unnest(${columns}) AS n(id, ${NAMES.join(', ')})`
const unnestedToMake = `unnest(${columns}, $${NAMES.length + 3}::jsonb[]) AS n(id, ${NAMES.join(', ')}, asked)`

function bindOf(businessId: string, refunds: readonly Refund[]): unknown[] {
  const rows = refunds.map(valuesOf)
  return [businessId, refunds.map(({ id }) => id), ...NAMES.map((name) => rows.map((row) => row[name]))]
}

const taggedOf = ({ id, tags, allocations, payments }: Refund): Tagged[] => [
  { type: 'REFUND', id, tags },
  ...allocations.flatMap((allocation): Tagged[] => [
    { type: 'REFUND_ALLOCATION', id: allocation.id, tags: allocation.tags },
    ...allocation.lineItems.map((line): Tagged => ({ type: 'REFUND_LINE_ITEM', id: line.id, tags: line.tags })),
  ]),
  ...payments.map((payment): Tagged => ({ type: 'REFUND_PAYMENT', id: payment.id, tags: payment.tags })),
]

/**
 * New refunds with all they have. What they hang on and the payouts of their payments are there before. An external_id
 * that is taken is told by `isRefundTaken` and `isRefundPaymentTaken`.
 */
export async function insertRefunds(tx: Tx, businessId: string, refunds: readonly Refund[]): Promise<void> {
  if (refunds.length === 0) return
  const made = byExternalId(refunds)
  await tx.rows(
    `INSERT INTO refunds (business_id, id, ${NAMES.join(', ')}, asked) SELECT $1, n.* FROM ${unnestedToMake}`,
    [...bindOf(businessId, made), askedColumn(made)],
  )
  await insertAllocations(tx, businessId, refunds)
  await insertRefundPayments(
    tx,
    businessId,
    refunds.flatMap(({ payments }) => positioned(payments)),
  )
  await insertTags(tx, businessId, refunds.flatMap(taggedOf))
}

type Change = { before: Refund; after: Refund }

/**
 * Writes refunds that are held, as they are now. Allocations are replaced where they are another list than before, and keep
 * their ids; payments are written where they are other ones, and those that `after` does not have stay as they were.
 */
export async function updateRefunds(tx: Tx, businessId: string, changes: readonly Change[]): Promise<void> {
  const changed = changes.filter(({ before, after }) => before !== after)
  if (changed.length === 0) return
  await tx.rows(
    `UPDATE refunds r SET ${NAMES.map((name) => `${name} = n.${name}`).join(', ')}
       FROM ${UNNESTED} WHERE r.business_id = $1 AND r.id = n.id`,
    bindOf(
      businessId,
      changed.map(({ after }) => after),
    ),
  )
  await replaceAllocations(tx, businessId, changed)
  await writePayments(tx, businessId, changed)
  await deleteTags(tx, businessId, changed.flatMap(whatGoes))
  await replaceTags(
    tx,
    businessId,
    changed.flatMap(({ before, after }) => tagsThatDiffer(taggedOf(before), taggedOf(after))),
  )
}

async function replaceAllocations(tx: Tx, businessId: string, changes: readonly Change[]): Promise<void> {
  const refunds = changes
    .filter(({ before, after }) => before.allocations !== after.allocations)
    .map(({ after }) => after)
  await deleteAllocations(
    tx,
    businessId,
    refunds.map(({ id }) => id),
  )
  await insertAllocations(tx, businessId, refunds)
}

async function writePayments(tx: Tx, businessId: string, changes: readonly Change[]): Promise<void> {
  const parts = changes.map(({ before, after }) => ({
    first: before.payments.length,
    ...partsThatDiffer(before.payments, after.payments),
  }))
  // First: external ids that they give up are free for the new ones.
  await updateRefundPayments(
    tx,
    businessId,
    parts.flatMap(({ changed }) => changed),
  )
  await insertRefundPayments(
    tx,
    businessId,
    parts.flatMap(({ added, first }) => positioned(added, first)),
  )
}

/** Allocations and line items that are there no more. */
function whatGoes({ before, after }: Change): string[] {
  const idsOf = ({ allocations }: Refund): string[] =>
    allocations.flatMap(({ id, lineItems }) => [id, ...lineItems.map((line) => line.id)])
  const kept = new Set(idsOf(after))
  return idsOf(before).filter((id) => !kept.has(id))
}

type Row = {
  id: string
  business_id: string
  external_id: string | null
  customer_id: string
  completed_at: Date | null
  memo: string | null
  metadata: string | null
  reference_number: string | null
  version: string
  imported_at: Date
  updated_at: Date
}

const toRefund = (row: Row): Omit<Refund, 'allocations' | 'payments' | 'tags'> => ({
  id: row.id,
  businessId: row.business_id,
  externalId: row.external_id,
  customerId: row.customer_id,
  completedAt: row.completed_at,
  memo: row.memo,
  metadata: row.metadata,
  referenceNumber: row.reference_number,
  version: Number(row.version),
  importedAt: row.imported_at,
  updatedAt: row.updated_at,
})

/** Refunds by id with all they have, in the order of the ids; unknown ones are left out. */
export async function loadRefunds(tx: Tx, businessId: string, ids: readonly string[]): Promise<Refund[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<Row>(
    `SELECT r.id, r.business_id, r.external_id, r.customer_id, r.completed_at, r.memo, r.metadata::text AS metadata,
            r.reference_number, r.version, r.imported_at, r.updated_at
       FROM unnest($2::uuid[]) WITH ORDINALITY AS asked(id, place)
      CROSS JOIN LATERAL (SELECT * FROM refunds k WHERE k.business_id = $1 AND k.id = asked.id OFFSET 0) r
      ORDER BY asked.place`,
    [businessId, ids],
  )
  const found = [...new Set(rows.map(({ id }) => id))]
  const allocations = await loadAllocations(tx, businessId, found)
  const payments = await loadRefundPayments(tx, businessId, found)
  const tags = await loadTags(tx, businessId, [
    ...found,
    ...[...allocations.values()].flat().flatMap(({ id, lineItems }) => [id, ...lineItems.map((line) => line.id)]),
    ...[...payments.values()].flat().map(({ id }) => id),
  ])
  const withTags = <Part extends { id: string }>(part: Part) => ({ ...part, tags: tags.get(part.id) ?? [] })
  return rows.map((row) =>
    withTags({
      ...toRefund(row),
      allocations: (allocations.get(row.id) ?? []).map((allocation) =>
        withTags({ ...allocation, lineItems: allocation.lineItems.map(withTags) }),
      ),
      payments: (payments.get(row.id) ?? []).map(withTags),
    }),
  )
}

/**
 * The same, held until the transaction ends, locked in the order of their ids. They are read once they are held: a statement
 * that waited for a lock sees the row as it became, but not what belongs to it.
 */
export async function lockRefunds(tx: Tx, businessId: string, ids: readonly string[]): Promise<Map<string, Refund>> {
  if (ids.length === 0) return new Map()
  const held = await tx.rows<{ id: string }>(
    // No key changes: who writes rows that refer to one waits for nobody.
    'SELECT id FROM refunds WHERE business_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE',
    [businessId, [...new Set(ids)]],
  )
  const refunds = await loadRefunds(
    tx,
    businessId,
    held.map(({ id }) => id),
  )
  return new Map(refunds.map((refund) => [refund.id, refund]))
}

/** Which refund has which external_id. */
export async function findRefundIds(
  tx: Tx,
  businessId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; external_id: string }>(
    'SELECT id, external_id FROM refunds WHERE business_id = $1 AND external_id = ANY ($2::text[])',
    [businessId, externalIds],
  )
  return new Map(rows.map(({ id, external_id }) => [external_id, id]))
}

export const isRefundTaken = (error: unknown): boolean => violates(error, 'refunds_external_id')

export const isRefundPaymentTaken = (error: unknown): boolean => violates(error, 'refund_payments_external_id')
