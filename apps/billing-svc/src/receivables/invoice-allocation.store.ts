/** What of payments went to which invoices. */
import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import type { Recognised, Share } from '../recognition/recognition.ts'
import type { TagRef } from '../tags/tags.ts'
import type { InvoicePaymentAllocation } from './invoice-payment.ts'

type Row = {
  id: string
  payment_id: string
  invoice_id: string
  invoice_sent_at: Date
  amount: string
  shares: Share[]
  tags: TagRef[]
  memo: string | null
  metadata: string | null
  reference_number: string | null
  created_at: Date
  moved_to_credit_at: Date | null
}

/** Without the tags that it carries itself. */
export type StoredAllocation = Omit<InvoicePaymentAllocation, 'tags'>

const SELECTED = `
  a.id, a.payment_id, a.invoice_id, i.sent_at AS invoice_sent_at, a.amount, a.shares, a.tags, a.memo,
  a.metadata::text AS metadata, a.reference_number, a.created_at, a.moved_to_credit_at`

const toAllocation = (row: Row): StoredAllocation => ({
  id: row.id,
  paymentId: row.payment_id,
  invoiceId: row.invoice_id,
  invoiceSentAt: row.invoice_sent_at,
  amount: toAmount(row.amount),
  shares: row.shares,
  postedTags: row.tags,
  memo: row.memo,
  metadata: row.metadata,
  referenceNumber: row.reference_number,
  createdAt: row.created_at,
  movedToCreditAt: row.moved_to_credit_at,
})

/** Those of payments, by payment, in the order in which they were made. */
export async function loadInvoiceAllocations(
  tx: Tx,
  businessId: string,
  paymentIds: readonly string[],
): Promise<Map<string, StoredAllocation[]>> {
  const rows = await tx.rows<Row>(
    `SELECT ${SELECTED} FROM unnest($2::uuid[]) AS p(id)
      CROSS JOIN LATERAL (SELECT * FROM invoice_payment_allocations
                           WHERE business_id = $1 AND payment_id = p.id OFFSET 0) a
      CROSS JOIN LATERAL (SELECT sent_at FROM invoices WHERE business_id = $1 AND id = a.invoice_id OFFSET 0) i
      ORDER BY a.payment_id, a.position`,
    [businessId, paymentIds],
  )
  return Map.groupBy(rows.map(toAllocation), ({ paymentId }) => paymentId)
}

/** How many each payment has. */
export async function countInvoiceAllocations(
  tx: Tx,
  businessId: string,
  paymentIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.rows<{ id: string; count: string }>(
    `SELECT p.id, a.count FROM unnest($2::uuid[]) AS p(id)
      CROSS JOIN LATERAL (SELECT count(*) AS count FROM invoice_payment_allocations
                           WHERE business_id = $1 AND payment_id = p.id) a`,
    [businessId, paymentIds],
  )
  return new Map(rows.map(({ id, count }) => [id, Number(count)]))
}

/** What those that stand on invoices have recognised of their components, by invoice: what they have in all is long. */
export async function loadRecognisedOfInvoices(
  tx: Tx,
  businessId: string,
  invoiceIds: readonly string[],
): Promise<Map<string, Recognised[]>> {
  const rows = await tx.rows<{ invoice_id: string; component: string; amount: string }>(
    `SELECT n.id AS invoice_id, s.component, sum(s.amount) AS amount FROM unnest($2::uuid[]) AS n(id)
      CROSS JOIN LATERAL (SELECT shares FROM invoice_payment_allocations
                           WHERE business_id = $1 AND invoice_id = n.id AND moved_to_credit_at IS NULL OFFSET 0) a
      CROSS JOIN LATERAL jsonb_to_recordset(a.shares) AS s(component text, amount bigint)
      GROUP BY n.id, s.component`,
    [businessId, invoiceIds],
  )
  const ofInvoices = Map.groupBy(rows, ({ invoice_id }) => invoice_id)
  return new Map(
    [...ofInvoices].map(([id, of]) => [
      id,
      of.map(({ component, amount }) => ({ component, amount: toAmount(amount) })),
    ]),
  )
}

/** What an allocation says besides its amount. Its tags come separately. */
export type AllocationWords = { memo: string | null; metadata: string | null; referenceNumber: string | null }

/** By the id of the allocation. */
export async function loadInvoiceAllocationWords(
  tx: Tx,
  businessId: string,
  allocationIds: readonly string[],
): Promise<Map<string, AllocationWords>> {
  if (allocationIds.length === 0) return new Map()
  const rows = await tx.rows<{
    id: string
    memo: string | null
    metadata: string | null
    reference_number: string | null
  }>(
    `SELECT id, memo, metadata::text AS metadata, reference_number
       FROM invoice_payment_allocations WHERE business_id = $1 AND id = ANY ($2::uuid[])`,
    [businessId, allocationIds],
  )
  return new Map(
    rows.map((row) => [row.id, { memo: row.memo, metadata: row.metadata, referenceNumber: row.reference_number }]),
  )
}

/** Those of new payments, each with its place in its payment. */
export async function insertInvoiceAllocations(
  tx: Tx,
  businessId: string,
  allocations: readonly { position: number; allocation: InvoicePaymentAllocation }[],
): Promise<void> {
  if (allocations.length === 0) return
  const all = allocations.map(({ allocation }) => allocation)
  await tx.rows(
    `INSERT INTO invoice_payment_allocations (business_id, position, id, payment_id, invoice_id, amount, shares, tags, memo,
                                              metadata, reference_number, created_at, moved_to_credit_at)
     SELECT $1, position, id, payment_id, invoice_id, amount, shares::jsonb, tags::jsonb, memo, metadata::jsonb,
            reference_number, created_at, moved_to_credit_at
       FROM unnest($2::int[], $3::uuid[], $4::uuid[], $5::uuid[], $6::bigint[], $7::text[], $8::text[], $9::text[],
                   $10::text[], $11::text[], $12::timestamptz[], $13::timestamptz[])
              WITH ORDINALITY
              AS n(position, id, payment_id, invoice_id, amount, shares, tags, memo, metadata, reference_number,
                   created_at, moved_to_credit_at, place)
      ORDER BY n.place`,
    [
      businessId,
      allocations.map(({ position }) => position),
      all.map(({ id }) => id),
      all.map(({ paymentId }) => paymentId),
      all.map(({ invoiceId }) => invoiceId),
      all.map(({ amount }) => amount),
      all.map(({ shares }) => JSON.stringify(shares)),
      all.map(({ postedTags }) => JSON.stringify(postedTags)),
      all.map(({ memo }) => memo),
      all.map(({ metadata }) => metadata),
      all.map(({ referenceNumber }) => referenceNumber),
      all.map(({ createdAt }) => createdAt.toISOString()),
      all.map(({ movedToCreditAt }) => movedToCreditAt?.toISOString() ?? null),
    ],
  )
}

/** What can change of those whose payment is held: under which tags they are posted, and that they became credit. */
export async function updateInvoiceAllocations(
  tx: Tx,
  businessId: string,
  allocations: readonly InvoicePaymentAllocation[],
): Promise<void> {
  if (allocations.length === 0) return
  await tx.rows(
    `UPDATE invoice_payment_allocations a
        SET shares = n.shares::jsonb, tags = n.tags::jsonb, moved_to_credit_at = n.moved_to_credit_at
       FROM unnest($2::uuid[], $3::text[], $4::text[], $5::timestamptz[]) AS n(id, shares, tags, moved_to_credit_at)
      WHERE a.business_id = $1 AND a.id = n.id`,
    [
      businessId,
      allocations.map(({ id }) => id),
      allocations.map(({ shares }) => JSON.stringify(shares)),
      allocations.map(({ postedTags }) => JSON.stringify(postedTags)),
      allocations.map(({ movedToCreditAt }) => movedToCreditAt?.toISOString() ?? null),
    ],
  )
}
