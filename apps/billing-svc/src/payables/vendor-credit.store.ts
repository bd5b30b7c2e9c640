import { askedColumn, type Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import { insertTags, loadTags, replaceTags, type Tagged } from '../tags/applied-tag.store.ts'
import { partsThatDiffer, tagsThatDiffer } from '../requests/what-differs.ts'
import {
  insertCreditAllocations,
  insertCreditLines,
  loadCreditAllocations,
  loadCreditLines,
  updateCreditAllocations,
} from './vendor-credit-parts.store.ts'
import { allocatedOf, totalOf, type VendorCredit } from './vendor-credit.ts'

type Row = {
  id: string
  business_id: string
  external_id: string | null
  vendor_id: string
  received_at: Date
  memo: string | null
  metadata: string | null
  reference_number: string | null
  version: string
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

const SELECTED = `
  c.id, c.business_id, c.external_id, c.vendor_id, c.received_at, c.memo, c.metadata::text AS metadata,
  c.reference_number, c.version, c.created_at, c.updated_at, c.deleted_at`

const toCredit = (row: Row): Omit<VendorCredit, 'lineItems' | 'allocations' | 'tags'> => ({
  id: row.id,
  businessId: row.business_id,
  externalId: row.external_id,
  vendorId: row.vendor_id,
  receivedAt: row.received_at,
  memo: row.memo,
  metadata: row.metadata,
  referenceNumber: row.reference_number,
  version: Number(row.version),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
})

/** Rows with their line items, allocations and tags, in the order of the rows. */
async function complete(
  tx: Tx,
  businessId: string,
  rows: readonly Row[],
  { withAllocations = true } = {},
): Promise<VendorCredit[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lines = await loadCreditLines(tx, businessId, ids)
  const allocations = withAllocations ? await loadCreditAllocations(tx, businessId, ids) : undefined
  const lineIds = [...lines.values()].flat().map(({ id }) => id)
  const tags = await loadTags(tx, businessId, [...ids, ...lineIds])
  return rows.map((row) => ({
    ...toCredit(row),
    lineItems: (lines.get(row.id) ?? []).map((line) => ({ ...line, tags: tags.get(line.id) ?? [] })),
    allocations: allocations?.get(row.id) ?? [],
    tags: tags.get(row.id) ?? [],
  }))
}

/** Credits by id, deleted ones too, in the order of the ids; unknown ones are left out. */
export async function loadCredits(tx: Tx, businessId: string, ids: readonly string[]): Promise<VendorCredit[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<Row>(
    `SELECT ${SELECTED} FROM unnest($2::uuid[]) WITH ORDINALITY AS asked(id, place)
       JOIN vendor_credits c ON c.business_id = $1 AND c.id = asked.id ORDER BY asked.place`,
    [businessId, ids],
  )
  return complete(tx, businessId, rows)
}

/** A credit as bills show it: without its allocations. */
export type CreditHead = Omit<VendorCredit, 'allocations'> & { unallocatedAmount: number }

/** Credits without their allocations, by id; unknown ones are left out. */
export async function loadCreditHeads(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
): Promise<Map<string, CreditHead>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<Row & { unallocated_amount: string }>(
    `SELECT ${SELECTED}, c.unallocated_amount FROM (SELECT DISTINCT id FROM unnest($2::uuid[]) AS n(id)) AS asked
       JOIN vendor_credits c ON c.business_id = $1 AND c.id = asked.id`,
    [businessId, ids],
  )
  const credits = await complete(tx, businessId, rows, { withAllocations: false })
  return new Map(
    credits.map((credit, index) => [
      credit.id,
      { ...credit, unallocatedAmount: toAmount(rows[index]?.unallocated_amount ?? '0') },
    ]),
  )
}

/** The same as `loadCredits`, held until the transaction ends, in the order of their ids; after bills and payments. */
export async function lockCredits(tx: Tx, businessId: string, ids: readonly string[]): Promise<VendorCredit[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<Row>(
    `SELECT ${SELECTED} FROM vendor_credits c
      WHERE c.business_id = $1 AND c.id = ANY ($2::uuid[]) ORDER BY c.id FOR UPDATE`,
    [businessId, [...new Set(ids)]],
  )
  return complete(tx, businessId, rows)
}

/** The one that is not deleted. */
export async function findCreditByExternalId(
  tx: Tx,
  businessId: string,
  externalId: string,
): Promise<VendorCredit | undefined> {
  const rows = await tx.rows<Row>(
    `SELECT ${SELECTED} FROM vendor_credits c
      WHERE c.business_id = $1 AND c.external_id = $2 AND c.deleted_at IS NULL`,
    [businessId, externalId],
  )
  return (await complete(tx, businessId, rows))[0]
}

const taggedOf = ({ id, tags, lineItems }: VendorCredit): Tagged[] => [
  { type: 'VENDOR_CREDIT', id, tags },
  ...lineItems.map((line): Tagged => ({ type: 'VENDOR_CREDIT_LINE_ITEM', id: line.id, tags: line.tags })),
]

/** A new credit with all it has; false where another one that is not deleted has its external_id. */
export async function insertCredit(tx: Tx, credit: VendorCredit): Promise<boolean> {
  const { businessId } = credit
  const inserted = await tx.rows(
    `INSERT INTO vendor_credits (business_id, id, external_id, vendor_id, received_at, total_amount, allocated_amount,
                                 memo, metadata, reference_number, version, created_at, updated_at, asked)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11, $12, $13, $14::jsonb)
     ON CONFLICT (business_id, external_id) WHERE external_id IS NOT NULL AND deleted_at IS NULL DO NOTHING
     RETURNING 1`,
    [
      businessId,
      credit.id,
      credit.externalId,
      credit.vendorId,
      credit.receivedAt,
      totalOf(credit),
      allocatedOf(credit),
      credit.memo,
      credit.metadata,
      credit.referenceNumber,
      credit.version,
      credit.createdAt,
      credit.updatedAt,
      ...askedColumn([credit]),
    ],
  )
  if (inserted.length === 0) return false
  await insertCreditLines(tx, credit)
  await insertCreditAllocations(tx, businessId, credit.allocations)
  await insertTags(tx, businessId, taggedOf(credit))
  return true
}

type Change = { before: VendorCredit; after: VendorCredit }

/** What can change of credits that are held: what is allocated, tags, and that they are deleted. */
export async function updateCredits(tx: Tx, businessId: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  await updateRows(
    tx,
    businessId,
    changes.map(({ after }) => after),
  )
  const parts = changes.map(({ before, after }) => partsThatDiffer(before.allocations, after.allocations))
  await insertCreditAllocations(
    tx,
    businessId,
    parts.flatMap(({ added }) => added),
  )
  await updateCreditAllocations(
    tx,
    businessId,
    parts.flatMap(({ changed }) => changed),
  )
  await replaceTags(
    tx,
    businessId,
    changes.flatMap(({ before, after }) => tagsThatDiffer(taggedOf(before), taggedOf(after))),
  )
}

const updateRows = (tx: Tx, businessId: string, credits: readonly VendorCredit[]) =>
  tx.rows(
    `UPDATE vendor_credits c
        SET allocated_amount = n.allocated_amount, version = n.version, updated_at = n.updated_at,
            deleted_at = n.deleted_at
       FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::timestamptz[])
              AS n(id, allocated_amount, version, updated_at, deleted_at)
      WHERE c.business_id = $1 AND c.id = n.id`,
    [
      businessId,
      credits.map(({ id }) => id),
      credits.map(allocatedOf),
      credits.map(({ version }) => version),
      credits.map(({ updatedAt }) => updatedAt.toISOString()),
      credits.map(({ deletedAt }) => deletedAt?.toISOString() ?? null),
    ],
  )
