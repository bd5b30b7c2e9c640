import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import type { Recognised, Share } from '../recognition/recognition.ts'
import type { TagRef } from '../tags/tags.ts'
import type { PaymentAllocation } from './bill-payment.ts'

type Row = {
  id: string
  payment_id: string
  bill_id: string
  bill_received_at: Date
  amount: string
  allocated_at: Date
  is_later: boolean
  shares: Share[]
  tags: TagRef[]
  memo: string | null
  metadata: string | null
  reference_number: string | null
  created_at: Date
  deleted_at: Date | null
}

/** Without the tags that it carries itself. */
export type StoredAllocation = Omit<PaymentAllocation, 'tags'>

const SELECTED = `
  a.id, a.payment_id, a.bill_id, b.received_at AS bill_received_at, a.amount, a.allocated_at, a.is_later, a.shares,
  a.tags, a.memo, a.metadata::text AS metadata, a.reference_number, a.created_at, a.deleted_at`

const toAllocation = (row: Row): StoredAllocation => ({
  id: row.id,
  paymentId: row.payment_id,
  billId: row.bill_id,
  billReceivedAt: row.bill_received_at,
  amount: toAmount(row.amount),
  allocatedAt: row.allocated_at,
  isLater: row.is_later,
  shares: row.shares,
  postedTags: row.tags,
  memo: row.memo,
  metadata: row.metadata,
  referenceNumber: row.reference_number,
  createdAt: row.created_at,
  deletedAt: row.deleted_at,
})

/** Those of payments, by payment, in the order in which they were made. */
export async function loadAllocations(
  tx: Tx,
  businessId: string,
  paymentIds: readonly string[],
): Promise<Map<string, StoredAllocation[]>> {
  const rows = await tx.rows<Row>(
    `SELECT ${SELECTED} FROM unnest($2::uuid[]) AS p(id)
      CROSS JOIN LATERAL (SELECT * FROM bill_payment_allocations
                           WHERE business_id = $1 AND payment_id = p.id OFFSET 0) a
      CROSS JOIN LATERAL (SELECT received_at FROM bills WHERE business_id = $1 AND id = a.bill_id OFFSET 0) b
      ORDER BY a.payment_id, a.position`,
    [businessId, paymentIds],
  )
  return Map.groupBy(rows.map(toAllocation), ({ paymentId }) => paymentId)
}

/** How many each payment has. */
export async function countAllocations(
  tx: Tx,
  businessId: string,
  paymentIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: string; count: string }>(
    `SELECT p.id, a.count FROM unnest($2::uuid[]) AS p(id)
      CROSS JOIN LATERAL (SELECT count(*) AS count FROM bill_payment_allocations
                           WHERE business_id = $1 AND payment_id = p.id) a`,
    [businessId, paymentIds],
  )
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

/** What those that stand on bills have recognised of their components, by bill: what they have in all is long. */
export async function loadRecognised(
  tx: Tx,
  businessId: string,
  billIds: readonly string[],
): Promise<Map<string, Recognised[]>> {
  const rows = await tx.rows<{ bill_id: string; component: string; amount: string }>(
    `SELECT n.id AS bill_id, s.component, sum(s.amount) AS amount FROM unnest($2::uuid[]) AS n(id)
      CROSS JOIN LATERAL (SELECT shares FROM bill_payment_allocations
                           WHERE business_id = $1 AND bill_id = n.id AND deleted_at IS NULL OFFSET 0) a
      CROSS JOIN LATERAL jsonb_to_recordset(a.shares) AS s(component text, amount bigint)
      GROUP BY n.id, s.component`,
    [businessId, billIds],
  )
  const recognised = rows.map((row) => ({ ...row, amount: toAmount(row.amount) }))
  return Map.groupBy(recognised, ({ bill_id }) => bill_id)
}

/** New ones, each after those that its payment has. */
export async function insertAllocations(
  tx: Tx,
  businessId: string,
  allocations: readonly { position: number; allocation: PaymentAllocation }[],
): Promise<void> {
  if (allocations.length === 0) return
  const all = allocations.map(({ allocation }) => allocation)
  await tx.rows(
    `INSERT INTO bill_payment_allocations (business_id, position, id, payment_id, bill_id, amount, allocated_at,
                                           is_later, shares, tags, memo, metadata, reference_number, created_at)
     SELECT $1, position, id, payment_id, bill_id, amount, allocated_at, is_later, shares::jsonb, tags::jsonb, memo,
            metadata::jsonb, reference_number, created_at
       FROM unnest($2::int[], $3::uuid[], $4::uuid[], $5::uuid[], $6::bigint[], $7::timestamptz[], $8::boolean[],
                   $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::timestamptz[])
              WITH ORDINALITY
              AS n(position, id, payment_id, bill_id, amount, allocated_at, is_later, shares, tags, memo, metadata,
                   reference_number, created_at, place)
      ORDER BY n.place`,
    [
      businessId,
      allocations.map(({ position }) => position),
      all.map(({ id }) => id),
      all.map(({ paymentId }) => paymentId),
      all.map(({ billId }) => billId),
      all.map(({ amount }) => amount),
      all.map(({ allocatedAt }) => allocatedAt.toISOString()),
      all.map(({ isLater }) => isLater),
      all.map(({ shares }) => JSON.stringify(shares)),
      all.map(({ postedTags }) => JSON.stringify(postedTags)),
      all.map(({ memo }) => memo),
      all.map(({ metadata }) => metadata),
      all.map(({ referenceNumber }) => referenceNumber),
      all.map(({ createdAt }) => createdAt.toISOString()),
    ],
  )
}

/** What can change of those whose payment is held: what they pay of the bill, and that they are taken back. */
export async function updateAllocations(
  tx: Tx,
  businessId: string,
  allocations: readonly PaymentAllocation[],
): Promise<void> {
  if (allocations.length === 0) return
  await tx.rows(
    `UPDATE bill_payment_allocations a
        SET shares = n.shares::jsonb, tags = n.tags::jsonb, deleted_at = n.deleted_at
       FROM unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[]) AS n(id, shares, tags, deleted_at)
      WHERE a.business_id = $1 AND a.id = n.id`,
    [
      businessId,
      allocations.map(({ id }) => id),
      allocations.map(({ shares }) => JSON.stringify(shares)),
      allocations.map(({ postedTags }) => JSON.stringify(postedTags)),
      allocations.map(({ deletedAt }) => deletedAt?.toISOString() ?? null),
    ],
  )
}
