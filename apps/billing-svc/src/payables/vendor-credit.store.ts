/** Vendor credits with their line items, allocations and tags. */
import type { Tx } from '@pacioli/db'
import { integer, safeInteger, table, timestamp, uuid, type RowOf } from '@pacioli/db/table'
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
import { byExternalId } from '../requests/by-external-id.ts'
import { changedParts, changedTags } from '../requests/changed-parts.ts'
import { insertTags, loadTags, replaceTags, type Tagged } from '../tags/applied-tag.store.ts'
import { allocatedOf, totalOf, type VendorCredit } from './vendor-credit.ts'

const credits = table('vendor_credits', KEY, {
  ...DOCUMENT_COLUMNS,
  contactId: uuid.named('vendor_id'),
  documentDate: timestamp.named('received_at'),
  totalAmount: safeInteger.writeOnly,
  allocatedAmount: safeInteger.writeOnly,
  createdAt: timestamp,
  deletedAt: timestamp.orNull,
})

const heads = table('vendor_credits', KEY, { businessId: uuid, id: uuid, unallocatedAmount: safeInteger.readOnly })

const lines = table('vendor_credit_line_items', KEY, {
  businessId: uuid.writeOnly,
  vendorCreditId: uuid.writeOnly,
  position: integer.writeOnly,
  id: uuid,
  accountId: uuid,
  amount: safeInteger,
  ...REMARK_COLUMNS,
})

const allocations = table('vendor_credit_allocations', KEY, {
  businessId: uuid.writeOnly,
  id: uuid,
  vendorCreditId: uuid,
  documentId: uuid.named('bill_id'),
  amount: safeInteger,
  allocatedAt: timestamp,
  createdAt: timestamp,
  deletedAt: timestamp.orNull,
})

/** Rows with their line items and tags, and, if requested, their allocations, in the order of the rows. */
async function complete(
  tx: Tx,
  asked: readonly string[],
  found: Promise<RowOf<typeof credits>[]>,
  { withAllocations = true } = {},
): Promise<VendorCredit[]> {
  if (asked.length === 0) return []
  const ids = [...new Set(asked)]
  const [rows, tags, ofLines, ofAllocations] = await Promise.all([
    found,
    loadTags(tx, ids, [['vendor_credit_line_items', 'vendor_credit_id']]),
    loadParts(tx, lines, ids, 'vendor_credit_id', { order: 'k.position' }),
    loadParts(tx, allocations, withAllocations ? ids : [], 'vendor_credit_id', { order: 'k.place' }),
  ])
  return rows.map((row) => ({
    ...row,
    lineItems: (ofLines.get(row.id) ?? []).map((line) => ({ ...line, tags: tags.get(line.id) ?? [] })),
    allocations: ofAllocations.get(row.id) ?? [],
    tags: tags.get(row.id) ?? [],
  }))
}

/** Credits by id, deleted ones too, in the order of the ids; unknown ones are left out. */
export const loadCredits = (tx: Tx, ids: readonly string[]): Promise<VendorCredit[]> =>
  complete(tx, ids, loadRows(tx, credits, ids))

/** The same, locked; after bills and payments. */
export const lockCredits = (tx: Tx, ids: readonly string[]): Promise<VendorCredit[]> =>
  complete(tx, ids, lockRows(tx, credits, ids, 'UPDATE'))

/** A credit as bills show it: without its allocations. */
export type CreditHead = Omit<VendorCredit, 'allocations'> & { unallocatedAmount: number }

/** Credits without their allocations, by id; unknown ones are left out. */
export async function loadCreditHeads(tx: Tx, creditIds: readonly string[]): Promise<Map<string, CreditHead>> {
  const ids = [...new Set(creditIds)]
  if (ids.length === 0) return new Map()
  const [found, amounts] = await Promise.all([
    complete(tx, ids, loadRows(tx, credits, ids), { withAllocations: false }),
    loadRows(tx, heads, ids),
  ])
  return new Map(
    found.map((credit, index) => [credit.id, { ...credit, unallocatedAmount: amounts[index]?.unallocatedAmount ?? 0 }]),
  )
}

const taggedOf = ({ id, tags, lineItems }: VendorCredit): Tagged[] => [
  { type: 'VENDOR_CREDIT', id, tags },
  ...lineItems.map((line): Tagged => ({ type: 'VENDOR_CREDIT_LINE_ITEM', id: line.id, tags: line.tags })),
]

const rowOf = (credit: VendorCredit) => ({
  ...credit,
  totalAmount: totalOf(credit),
  allocatedAmount: allocatedOf(credit),
})

/** Inserts credits with line items, tags and allocations. */
export async function insertCredits(tx: Tx, made: readonly VendorCredit[]): Promise<void> {
  await Promise.all([
    credits.insert(tx, {}, byExternalId(made).map(rowOf)),
    lines.insert(
      tx,
      { businessId: tx.businessId },
      made.flatMap(({ id, lineItems }) =>
        lineItems.map((line, position) => ({ ...line, vendorCreditId: id, position })),
      ),
    ),
    allocations.insert(
      tx,
      { businessId: tx.businessId },
      made.flatMap((credit) => credit.allocations),
    ),
    insertTags(tx, made.flatMap(taggedOf)),
  ])
}

/** Writes what can change of locked credits: allocations, tags and deletion. */
export async function updateCredits(tx: Tx, changes: readonly Update<VendorCredit>[]): Promise<void> {
  const parts = changes.map(({ before, after }) => changedParts(before.allocations, after.allocations))
  await Promise.all([
    credits.update(
      tx,
      {},
      changes.map(({ after }) => rowOf(after)),
      { columns: ['allocatedAmount', 'version', 'updatedAt', 'deletedAt'] },
    ),
    allocations.insert(
      tx,
      { businessId: tx.businessId },
      parts.flatMap(({ added }) => added),
    ),
    allocations.update(
      tx,
      { businessId: tx.businessId },
      parts.flatMap(({ changed }) => changed),
      { columns: ['allocatedAt', 'deletedAt'] },
    ),
    replaceTags(
      tx,
      changes.flatMap(({ before, after }) => changedTags(taggedOf(before), taggedOf(after))),
    ),
  ])
}

/** How many line items and allocations each credit has. */
export const countCreditParts = countingParts('vendor_credit_id', [
  'vendor_credit_line_items',
  'vendor_credit_allocations',
])

/** The credit of an allocation, deleted or not. */
export async function findCreditOfAllocation(tx: Tx, allocationId: string): Promise<string | undefined> {
  const found = await allocations.row(tx, 't.business_id = $1 AND t.id = $2', [tx.businessId, allocationId])
  return found?.vendorCreditId
}
