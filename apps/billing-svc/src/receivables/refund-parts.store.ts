/** What refunds hang on: their allocations with line items and parts. */
import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import type { TagRef } from '../tags/tags.ts'
import type { Refund, RefundAllocation, RefundLineItem, RefundPart, RefundShare } from './refund.ts'

type AllocationRow = {
  id: string
  refund_id: string
  external_id: string | null
  total_amount: string
  invoice_id: string | null
  invoice_line_item_id: string | null
  invoice_payment_id: string | null
  memo: string | null
  metadata: string | null
  reference_number: string | null
}

type LineRow = {
  id: string
  allocation_id: string
  external_id: string | null
  amount: string
  account_id: string | null
  prepayment_account_id: string | null
  memo: string | null
  metadata: string | null
  reference_number: string | null
}

type PartRow = {
  id: string
  allocation_id: string
  invoice_id: string | null
  invoice_sent_at: Date | null
  invoice_payment_id: string | null
  amount: string
  shares: RefundShare[]
  tags: TagRef[]
  is_of_credit: boolean
}

type StoredLine = Omit<RefundLineItem, 'tags'>

/** Without the tags that it and its line items carry. */
export type StoredRefundAllocation = Omit<RefundAllocation, 'tags' | 'lineItems'> & { lineItems: readonly StoredLine[] }

const toLine = (row: LineRow): StoredLine => ({
  id: row.id,
  externalId: row.external_id,
  amount: toAmount(row.amount),
  accountId: row.account_id,
  prepaymentAccountId: row.prepayment_account_id,
  memo: row.memo,
  metadata: row.metadata,
  referenceNumber: row.reference_number,
})

const toPart = (row: PartRow): RefundPart => ({
  id: row.id,
  invoiceId: row.invoice_id,
  invoiceSentAt: row.invoice_sent_at,
  paymentId: row.invoice_payment_id,
  amount: toAmount(row.amount),
  shares: row.shares,
  postedTags: row.tags,
  isOfCredit: row.is_of_credit,
})

/** Rows of a table for each of the refunds. OFFSET 0 keeps it a lookup for each of them. */
const ofRefunds = (table: string): string =>
  `unnest($2::uuid[]) AS r(id)
    CROSS JOIN LATERAL (SELECT * FROM ${table} k WHERE k.business_id = $1 AND k.refund_id = r.id
                         ORDER BY k.position OFFSET 0) AS l`

/** By refund, each with its line items and parts, all in the order of the refund. */
export async function loadAllocations(
  tx: Tx,
  businessId: string,
  refundIds: readonly string[],
): Promise<Map<string, StoredRefundAllocation[]>> {
  if (refundIds.length === 0) return new Map()
  const bind = [businessId, refundIds]
  const allocations = await tx.rows<AllocationRow>(
    `SELECT l.id, l.refund_id, l.external_id, l.total_amount, l.invoice_id, l.invoice_line_item_id,
            l.invoice_payment_id, l.memo, l.metadata::text AS metadata, l.reference_number
       FROM ${ofRefunds('refund_allocations')}`,
    bind,
  )
  const lines = await tx.rows<LineRow>(
    `SELECT l.id, l.allocation_id, l.external_id, l.amount, l.account_id, l.prepayment_account_id, l.memo,
            l.metadata::text AS metadata, l.reference_number
       FROM ${ofRefunds('refund_line_items')}`,
    bind,
  )
  const parts = await tx.rows<PartRow>(
    `SELECT l.id, l.allocation_id, l.invoice_id, i.sent_at AS invoice_sent_at, l.invoice_payment_id, l.amount, l.shares,
            l.tags, l.is_of_credit
       FROM ${ofRefunds('refund_parts')}
       LEFT JOIN LATERAL (SELECT sent_at FROM invoices WHERE business_id = $1 AND id = l.invoice_id OFFSET 0) i ON true`,
    bind,
  )
  const linesOf = Map.groupBy(lines, ({ allocation_id }) => allocation_id)
  const partsOf = Map.groupBy(parts, ({ allocation_id }) => allocation_id)
  const toAllocation = (row: AllocationRow): StoredRefundAllocation => ({
    id: row.id,
    externalId: row.external_id,
    totalAmount: toAmount(row.total_amount),
    lineItems: (linesOf.get(row.id) ?? []).map(toLine),
    invoiceId: row.invoice_id,
    invoiceLineItemId: row.invoice_line_item_id,
    invoicePaymentId: row.invoice_payment_id,
    parts: (partsOf.get(row.id) ?? []).map(toPart),
    memo: row.memo,
    metadata: row.metadata,
    referenceNumber: row.reference_number,
  })
  const byRefund = Map.groupBy(allocations, ({ refund_id }) => refund_id)
  return new Map([...byRefund].map(([refundId, rows]) => [refundId, rows.map(toAllocation)]))
}

type WithAllocations = Pick<Refund, 'id' | 'allocations'>

/** Allocations with line items and parts, of refunds that have none. */
export async function insertAllocations(
  tx: Tx,
  businessId: string,
  refunds: readonly WithAllocations[],
): Promise<void> {
  const allocations = refunds.flatMap(({ id: refundId, allocations: ofRefund }) =>
    ofRefund.map((allocation, position) => ({ ...allocation, refundId, position })),
  )
  if (allocations.length === 0) return
  const column = <Value>(of: (one: (typeof allocations)[number]) => Value): Value[] => allocations.map(of)
  await tx.rows(
    `INSERT INTO refund_allocations (business_id, id, refund_id, position, external_id, total_amount, invoice_id,
                                     invoice_line_item_id, invoice_payment_id, memo, metadata, reference_number)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::bigint[], $7::uuid[], $8::uuid[],
                              $9::uuid[], $10::text[], $11::jsonb[], $12::text[])`,
    [
      businessId,
      column(({ id }) => id),
      column(({ refundId }) => refundId),
      column(({ position }) => position),
      column(({ externalId }) => externalId),
      column(({ totalAmount }) => totalAmount),
      column(({ invoiceId }) => invoiceId),
      column(({ invoiceLineItemId }) => invoiceLineItemId),
      column(({ invoicePaymentId }) => invoicePaymentId),
      column(({ memo }) => memo),
      column(({ metadata }) => metadata),
      column(({ referenceNumber }) => referenceNumber),
    ],
  )
  await insertLineItems(tx, businessId, allocations)
  await insertParts(tx, businessId, allocations)
}

type Placed = RefundAllocation & { refundId: string }

async function insertLineItems(tx: Tx, businessId: string, allocations: readonly Placed[]): Promise<void> {
  const lines = allocations.flatMap(({ id: allocationId, refundId, lineItems }) =>
    lineItems.map((line, position) => ({ ...line, allocationId, refundId, position })),
  )
  if (lines.length === 0) return
  const column = <Value>(of: (line: (typeof lines)[number]) => Value): Value[] => lines.map(of)
  await tx.rows(
    `INSERT INTO refund_line_items (business_id, id, refund_id, allocation_id, position, external_id, amount, account_id,
                                    prepayment_account_id, memo, metadata, reference_number)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::text[], $7::bigint[], $8::uuid[],
                              $9::uuid[], $10::text[], $11::jsonb[], $12::text[])`,
    [
      businessId,
      column(({ id }) => id),
      column(({ refundId }) => refundId),
      column(({ allocationId }) => allocationId),
      column(({ position }) => position),
      column(({ externalId }) => externalId),
      column(({ amount }) => amount),
      column(({ accountId }) => accountId),
      column(({ prepaymentAccountId }) => prepaymentAccountId),
      column(({ memo }) => memo),
      column(({ metadata }) => metadata),
      column(({ referenceNumber }) => referenceNumber),
    ],
  )
}

async function insertParts(tx: Tx, businessId: string, allocations: readonly Placed[]): Promise<void> {
  const parts = allocations.flatMap(({ id: allocationId, refundId, invoiceLineItemId, parts: ofAllocation }) =>
    ofAllocation.map((part, position) => ({ ...part, allocationId, refundId, invoiceLineItemId, position })),
  )
  if (parts.length === 0) return
  const column = <Value>(of: (part: (typeof parts)[number]) => Value): Value[] => parts.map(of)
  await tx.rows(
    `INSERT INTO refund_parts (business_id, id, refund_id, allocation_id, position, invoice_id, invoice_line_item_id,
                               invoice_payment_id, amount, shares, tags, is_of_credit)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::int[], $6::uuid[], $7::uuid[], $8::uuid[],
                              $9::bigint[], $10::jsonb[], $11::jsonb[], $12::boolean[])`,
    [
      businessId,
      column(({ id }) => id),
      column(({ refundId }) => refundId),
      column(({ allocationId }) => allocationId),
      column(({ position }) => position),
      column(({ invoiceId }) => invoiceId),
      column(({ invoiceLineItemId }) => invoiceLineItemId),
      column(({ paymentId }) => paymentId),
      column(({ amount }) => amount),
      column(({ shares }) => JSON.stringify(shares)),
      column(({ postedTags }) => JSON.stringify(postedTags)),
      column(({ isOfCredit }) => isOfCredit),
    ],
  )
}

/** Before other ones are written in their place. Their tags are left to who calls. */
export async function deleteAllocations(tx: Tx, businessId: string, refundIds: readonly string[]): Promise<void> {
  if (refundIds.length === 0) return
  for (const table of ['refund_parts', 'refund_line_items', 'refund_allocations'])
    await tx.rows(
      `DELETE FROM ${table} l USING unnest($2::uuid[]) AS r(id) WHERE l.business_id = $1 AND l.refund_id = r.id`,
      [businessId, refundIds],
    )
}

/** How many allocations, line items, parts and payments each of these refunds has. */
export async function countRefundParts(
  tx: Tx,
  businessId: string,
  refundIds: readonly string[],
): Promise<Map<string, number>> {
  const counts = ['refund_allocations', 'refund_line_items', 'refund_parts', 'refund_payments'].map(
    (table) => `(SELECT count(*) FROM ${table} k WHERE k.business_id = $1 AND k.refund_id = r.id)`,
  )
  const rows = await tx.rows<{ id: string; parts: string }>(
    `SELECT r.id, ${counts.join(' + ')} AS parts FROM unnest($2::uuid[]) AS r(id)`,
    [businessId, refundIds],
  )
  return new Map(rows.map(({ id, parts }) => [id, Number(parts)]))
}

/** The distinct values of one column in what hangs on, or is found by, another one. */
async function findAmongParts(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
  { wanted, by }: Record<'wanted' | 'by', 'refund_id' | 'invoice_id' | 'invoice_payment_id'>,
): Promise<string[]> {
  if (ids.length === 0) return []
  const among = (table: string): string =>
    `SELECT l.found FROM unnest($2::uuid[]) AS n(id)
      CROSS JOIN LATERAL (SELECT ${wanted} AS found FROM ${table}
                           WHERE business_id = $1 AND ${by} = n.id AND ${wanted} IS NOT NULL OFFSET 0) l`
  const rows = await tx.rows<{ found: string }>(
    `${among('refund_allocations')} UNION ${among('refund_parts')} ORDER BY found`,
    [businessId, ids],
  )
  return rows.map(({ found }) => found)
}

/** The refunds that have something on these invoices. While the invoices are held, they are these and no others. */
export const findRefundsOnInvoices = (tx: Tx, businessId: string, invoiceIds: readonly string[]): Promise<string[]> =>
  findAmongParts(tx, businessId, invoiceIds, { wanted: 'refund_id', by: 'invoice_id' })

/** The refunds that have something on these payments. While the payments are held, they are these and no others. */
export const findRefundsOnPayments = (
  tx: Tx,
  businessId: string,
  invoicePaymentIds: readonly string[],
): Promise<string[]> =>
  findAmongParts(tx, businessId, invoicePaymentIds, { wanted: 'refund_id', by: 'invoice_payment_id' })

/** The invoices that these refunds have something on. Unlocked: who relies on it looks again with both held. */
export const findInvoicesOfRefunds = (tx: Tx, businessId: string, refundIds: readonly string[]): Promise<string[]> =>
  findAmongParts(tx, businessId, refundIds, { wanted: 'invoice_id', by: 'refund_id' })
