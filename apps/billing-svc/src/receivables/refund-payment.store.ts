/** What refunds paid out. */
import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import { loadTags } from '../tags/applied-tag.store.ts'
import { byExternalId } from '../requests/by-external-id.ts'
import type { PaidShare, RefundedPaymentFee, RefundMethod, RefundPayment } from './refund.ts'

/** Column and SQL type of each field that a row has besides its key, in the order in which rows are written. */
const COLUMNS = {
  external_id: 'text',
  refund_id: 'uuid',
  refunded_amount: 'bigint',
  fee: 'bigint',
  completed_at: 'timestamptz',
  method: 'text',
  processor: 'text',
  clearing_account_id: 'uuid',
  refunded_payment_fees: 'jsonb',
  shares: 'jsonb',
  payout_id: 'uuid',
  memo: 'text',
  metadata: 'jsonb',
  reference_number: 'text',
  version: 'bigint',
  imported_at: 'timestamptz',
  updated_at: 'timestamptz',
  deleted_at: 'timestamptz',
} as const
type Column = keyof typeof COLUMNS
const NAMES = Object.keys(COLUMNS) as Column[]

const valuesOf = (payment: RefundPayment): { [Name in Column]: unknown } => ({
  external_id: payment.externalId,
  refund_id: payment.refundId,
  refunded_amount: payment.refundedAmount,
  fee: payment.fee,
  completed_at: payment.completedAt.toISOString(),
  method: payment.method,
  processor: payment.processor,
  clearing_account_id: payment.clearingAccountId,
  refunded_payment_fees: JSON.stringify(payment.refundedPaymentFees),
  shares: JSON.stringify(payment.shares),
  payout_id: payment.payoutId,
  memo: payment.memo,
  metadata: payment.metadata,
  reference_number: payment.referenceNumber,
  version: payment.version,
  imported_at: payment.importedAt.toISOString(),
  updated_at: payment.updatedAt.toISOString(),
  deleted_at: payment.deletedAt?.toISOString() ?? null,
})

const unnested = (first: number): string =>
  `unnest($2::uuid[], ${NAMES.map((name, index) => `$${index + first}::${COLUMNS[name]}[]`).join(', ')}`

function bindOf(payments: readonly RefundPayment[]): unknown[] {
  const rows = payments.map(valuesOf)
  return NAMES.map((name) => rows.map((row) => row[name]))
}

type Positioned = { position: number; payment: RefundPayment }

/** Payments of a refund with their places in it: all that it has stay, so that further ones come after them. */
export const positioned = (payments: readonly RefundPayment[], first = 0): Positioned[] =>
  payments.map((payment, index) => ({ position: first + index, payment }))

/** New ones. An external_id that is taken is told by `isRefundPaymentTaken`. */
export async function insertRefundPayments(tx: Tx, businessId: string, added: readonly Positioned[]): Promise<void> {
  if (added.length === 0) return
  const rows = byExternalId(added.map(({ payment, position }) => ({ ...payment, position })))
  await tx.rows(
    `INSERT INTO refund_payments (business_id, id, position, ${NAMES.join(', ')})
     SELECT $1, n.id, n.position, ${NAMES.map((name) => `n.${name}`).join(', ')}
       FROM ${unnested(4)}, $3::int[]) AS n(id, ${NAMES.join(', ')}, position)`,
    [businessId, rows.map(({ id }) => id), rows.map(({ position }) => position), ...bindOf(rows)],
  )
}

/** Those whose refund is held, as they are now. An external id that one of them gives up another one can have. */
export async function updateRefundPayments(
  tx: Tx,
  businessId: string,
  payments: readonly RefundPayment[],
): Promise<void> {
  if (payments.length === 0) return
  const ids = payments.map(({ id }) => id)
  // A unique index looks at each row as it is written, not at the statement as a whole.
  await tx.rows(
    `UPDATE refund_payments SET external_id = NULL
      WHERE business_id = $1 AND id = ANY ($2::uuid[]) AND external_id IS NOT NULL`,
    [businessId, ids],
  )
  await tx.rows(
    `UPDATE refund_payments p SET ${NAMES.map((name) => `${name} = n.${name}`).join(', ')}
       FROM ${unnested(3)}) AS n(id, ${NAMES.join(', ')}) WHERE p.business_id = $1 AND p.id = n.id`,
    [businessId, ids, ...bindOf(payments)],
  )
}

type Row = {
  id: string
  external_id: string | null
  refund_id: string
  refunded_amount: string
  fee: string | null
  completed_at: Date
  method: RefundMethod
  processor: string | null
  clearing_account_id: string
  refunded_payment_fees: RefundedPaymentFee[]
  shares: PaidShare[]
  payout_id: string | null
  memo: string | null
  metadata: string | null
  reference_number: string | null
  version: string
  imported_at: Date
  updated_at: Date
  deleted_at: Date | null
}

/** Without the tags that it carries. */
export type StoredRefundPayment = Omit<RefundPayment, 'tags'>

const toPayment = (row: Row): StoredRefundPayment => ({
  id: row.id,
  externalId: row.external_id,
  refundId: row.refund_id,
  refundedAmount: toAmount(row.refunded_amount),
  fee: row.fee === null ? null : toAmount(row.fee),
  completedAt: row.completed_at,
  method: row.method,
  processor: row.processor,
  clearingAccountId: row.clearing_account_id,
  refundedPaymentFees: row.refunded_payment_fees,
  shares: row.shares,
  payoutId: row.payout_id,
  memo: row.memo,
  metadata: row.metadata,
  referenceNumber: row.reference_number,
  version: Number(row.version),
  importedAt: row.imported_at,
  updatedAt: row.updated_at,
  deletedAt: row.deleted_at,
})

const SELECTED = ['id', ...NAMES].map((name) => (name === 'metadata' ? 'p.metadata::text AS metadata' : `p.${name}`))

/** Those of refunds, also those that were taken out, by refund, in the order in which they were made. */
export async function loadRefundPayments(
  tx: Tx,
  businessId: string,
  refundIds: readonly string[],
): Promise<Map<string, StoredRefundPayment[]>> {
  if (refundIds.length === 0) return new Map()
  const rows = await tx.rows<Row>(
    `SELECT ${SELECTED.join(', ')} FROM unnest($2::uuid[]) AS r(id)
      CROSS JOIN LATERAL (SELECT * FROM refund_payments k WHERE k.business_id = $1 AND k.refund_id = r.id
                           ORDER BY k.position OFFSET 0) p`,
    [businessId, refundIds],
  )
  return Map.groupBy(rows.map(toPayment), ({ refundId }) => refundId)
}

/** What stands in lists: the shares, which may be a thousand of each, are shown nowhere. */
const WITHOUT_SHARES = SELECTED.map((column) => (column === 'p.shares' ? "'[]'::jsonb AS shares" : column))

/**
 * By id with their tags, without their refunds and without shares, in the order of the ids; unknown ones are left out.
 */
export async function loadRefundPaymentsAlone(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
): Promise<RefundPayment[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<Row>(
    `SELECT ${WITHOUT_SHARES.join(', ')} FROM unnest($2::uuid[]) WITH ORDINALITY AS asked(id, place)
      CROSS JOIN LATERAL (SELECT * FROM refund_payments k WHERE k.business_id = $1 AND k.id = asked.id OFFSET 0) p
      ORDER BY asked.place`,
    [businessId, ids],
  )
  const tags = await loadTags(tx, businessId, ids)
  return rows.map((row) => ({ ...toPayment(row), tags: tags.get(row.id) ?? [] }))
}

/** Whose the live ones with these external ids are. */
export async function findRefundPaymentOwners(
  tx: Tx,
  businessId: string,
  externalIds: readonly string[],
): Promise<Map<string, { refundId: string; paymentId: string }>> {
  if (externalIds.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; refund_id: string; external_id: string }>(
    `SELECT id, refund_id, external_id FROM refund_payments
      WHERE business_id = $1 AND external_id = ANY ($2::text[]) AND deleted_at IS NULL`,
    [businessId, externalIds],
  )
  return new Map(rows.map((row) => [row.external_id, { refundId: row.refund_id, paymentId: row.id }]))
}

/** The refund that each is of, whether it was taken out or not; unknown ones are left out. */
export async function findRefundsOfPayments(
  tx: Tx,
  businessId: string,
  refundPaymentIds: readonly string[],
): Promise<Map<string, string>> {
  if (refundPaymentIds.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; refund_id: string }>(
    'SELECT id, refund_id FROM refund_payments WHERE business_id = $1 AND id = ANY ($2::uuid[])',
    [businessId, refundPaymentIds],
  )
  return new Map(rows.map(({ id, refund_id }) => [id, refund_id]))
}
