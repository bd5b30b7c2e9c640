/** The line items of vendor credits, and what of them went to which bill. */
import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import type { VendorCredit, VendorCreditAllocation, VendorCreditLineItem } from './vendor-credit.ts'

type LineRow = {
  id: string
  vendor_credit_id: string
  account_id: string
  amount: string
  memo: string | null
  metadata: string | null
  reference_number: string | null
}

/** The line items of credits without their tags, by credit, in the order of each. */
export async function loadCreditLines(
  tx: Tx,
  businessId: string,
  creditIds: readonly string[],
): Promise<Map<string, Omit<VendorCreditLineItem, 'tags'>[]>> {
  const rows = await tx.rows<LineRow>(
    `SELECT l.id, l.vendor_credit_id, l.account_id, l.amount, l.memo, l.metadata::text AS metadata, l.reference_number
       FROM unnest($2::uuid[]) AS c(id)
      CROSS JOIN LATERAL (SELECT * FROM vendor_credit_line_items
                           WHERE business_id = $1 AND vendor_credit_id = c.id OFFSET 0) l
      ORDER BY l.vendor_credit_id, l.position`,
    [businessId, creditIds],
  )
  const lines = new Map<string, Omit<VendorCreditLineItem, 'tags'>[]>()
  for (const row of rows) {
    const line = {
      id: row.id,
      accountId: row.account_id,
      amount: toAmount(row.amount),
      memo: row.memo,
      metadata: row.metadata,
      referenceNumber: row.reference_number,
    }
    const known = lines.get(row.vendor_credit_id)
    if (known) known.push(line)
    else lines.set(row.vendor_credit_id, [line])
  }
  return lines
}

/** Of a credit that is being inserted. */
export async function insertCreditLines(tx: Tx, { businessId, id, lineItems }: VendorCredit): Promise<void> {
  await tx.rows(
    `INSERT INTO vendor_credit_line_items (business_id, vendor_credit_id, position, id, account_id, amount, memo,
                                           metadata, reference_number)
     SELECT $1, $2, position, id, account_id, amount, memo, metadata::jsonb, reference_number
       FROM unnest($3::int[], $4::uuid[], $5::uuid[], $6::bigint[], $7::text[], $8::text[], $9::text[])
              AS n(position, id, account_id, amount, memo, metadata, reference_number)`,
    [
      businessId,
      id,
      lineItems.map((_, position) => position),
      lineItems.map((line) => line.id),
      lineItems.map((line) => line.accountId),
      lineItems.map((line) => line.amount),
      lineItems.map((line) => line.memo),
      lineItems.map((line) => line.metadata),
      lineItems.map((line) => line.referenceNumber),
    ],
  )
}

type AllocationRow = {
  id: string
  vendor_credit_id: string
  bill_id: string
  amount: string
  allocated_at: Date
  created_at: Date
  deleted_at: Date | null
}

const SELECTED = 'a.id, a.vendor_credit_id, a.bill_id, a.amount, a.allocated_at, a.created_at, a.deleted_at'

const toAllocation = (row: AllocationRow): VendorCreditAllocation => ({
  id: row.id,
  vendorCreditId: row.vendor_credit_id,
  billId: row.bill_id,
  amount: toAmount(row.amount),
  allocatedAt: row.allocated_at,
  createdAt: row.created_at,
  deletedAt: row.deleted_at,
})

/** Those of credits, also those taken back, by credit, in the order in which they were made. */
export async function loadCreditAllocations(
  tx: Tx,
  businessId: string,
  creditIds: readonly string[],
): Promise<Map<string, VendorCreditAllocation[]>> {
  const rows = await tx.rows<AllocationRow>(
    `SELECT ${SELECTED} FROM unnest($2::uuid[]) AS c(id)
      CROSS JOIN LATERAL (SELECT * FROM vendor_credit_allocations
                           WHERE business_id = $1 AND vendor_credit_id = c.id OFFSET 0) a
      ORDER BY a.vendor_credit_id, a.place`,
    [businessId, creditIds],
  )
  return Map.groupBy(rows.map(toAllocation), ({ vendorCreditId }) => vendorCreditId)
}

/** How many line items and allocations each credit has. */
export async function countCreditParts(
  tx: Tx,
  businessId: string,
  creditIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: string; count: string }>(
    `SELECT c.id, l.count + a.count AS count FROM unnest($2::uuid[]) AS c(id)
      CROSS JOIN LATERAL (SELECT count(*) AS count FROM vendor_credit_line_items
                           WHERE business_id = $1 AND vendor_credit_id = c.id) l
      CROSS JOIN LATERAL (SELECT count(*) AS count FROM vendor_credit_allocations
                           WHERE business_id = $1 AND vendor_credit_id = c.id) a`,
    [businessId, creditIds],
  )
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

/** The credit that an allocation is of, whether it stands or not. */
export async function findCreditOfAllocation(
  tx: Tx,
  businessId: string,
  allocationId: string,
): Promise<string | undefined> {
  const row = await tx.row<{ vendor_credit_id: string }>(
    'SELECT vendor_credit_id FROM vendor_credit_allocations WHERE business_id = $1 AND id = $2',
    [businessId, allocationId],
  )
  return row?.vendor_credit_id
}

/** New ones, in their order. */
export async function insertCreditAllocations(
  tx: Tx,
  businessId: string,
  allocations: readonly VendorCreditAllocation[],
): Promise<void> {
  if (allocations.length === 0) return
  await tx.rows(
    `INSERT INTO vendor_credit_allocations (business_id, id, vendor_credit_id, bill_id, amount, allocated_at, created_at)
     SELECT $1, id, vendor_credit_id, bill_id, amount, allocated_at, created_at
       FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::timestamptz[], $7::timestamptz[])
              WITH ORDINALITY AS n(id, vendor_credit_id, bill_id, amount, allocated_at, created_at, place)
      ORDER BY n.place`,
    [
      businessId,
      allocations.map((one) => one.id),
      allocations.map((one) => one.vendorCreditId),
      allocations.map((one) => one.billId),
      allocations.map((one) => one.amount),
      allocations.map((one) => one.allocatedAt.toISOString()),
      allocations.map((one) => one.createdAt.toISOString()),
    ],
  )
}

/** What can change of those whose credit is held: from when on they count, and that they are taken back. */
export async function updateCreditAllocations(
  tx: Tx,
  businessId: string,
  allocations: readonly VendorCreditAllocation[],
): Promise<void> {
  if (allocations.length === 0) return
  await tx.rows(
    `UPDATE vendor_credit_allocations a
        SET allocated_at = n.allocated_at, deleted_at = n.deleted_at
       FROM unnest($2::uuid[], $3::timestamptz[], $4::timestamptz[]) AS n(id, allocated_at, deleted_at)
      WHERE a.business_id = $1 AND a.id = n.id`,
    [
      businessId,
      allocations.map((one) => one.id),
      allocations.map((one) => one.allocatedAt.toISOString()),
      allocations.map((one) => one.deletedAt?.toISOString() ?? null),
    ],
  )
}
