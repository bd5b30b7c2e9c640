/** Refund payments. */
import type { Tx } from '@pacioli/db'
import { json, safeInteger, table, text, timestamp, uuid, writeLater, type RowOf } from '@pacioli/db/table'
import type { Change } from '../documents/document-kind.ts'
import {
  KEY,
  loadHeads,
  loadParts,
  loadRows,
  partColumns,
  REMARK_COLUMNS,
  writeParts,
} from '../documents/document.store.ts'
import { changedParts } from '../requests/changed-parts.ts'
import type { PaidShare, Refund, RefundedPaymentFee, RefundMethod, RefundPayment } from './refund.ts'

/** Without shares, which may be a thousand each and are shown nowhere. */
const COLUMNS = {
  ...partColumns('refund_id'),
  externalId: text.orNull,
  refundId: uuid.readOnly,
  refundedAmount: safeInteger,
  fee: safeInteger.orNull,
  completedAt: timestamp,
  method: text.as<RefundMethod>(),
  processor: text.orNull,
  clearingAccountId: uuid,
  refundedPaymentFees: json.as<readonly RefundedPaymentFee[]>(),
  payoutId: uuid.orNull,
  ...REMARK_COLUMNS,
  version: safeInteger,
  importedAt: timestamp,
  updatedAt: timestamp,
  deletedAt: timestamp.orNull,
}
const shown = table('refund_payments', KEY, COLUMNS)
const payments = table('refund_payments', KEY, { ...COLUMNS, shares: json.as<readonly PaidShare[]>() })
const freeNames = table('refund_payments', KEY, { businessId: uuid.writeOnly, id: uuid, externalId: text.orNull })

/** Payments of refunds without tags, deleted ones too, by refund, in the order of creation. */
export const loadRefundPayments = (
  tx: Tx,
  refundIds: readonly string[],
): Promise<Map<string, RowOf<typeof payments>[]>> =>
  loadParts(tx, payments, refundIds, 'refund_id', { order: 'k.position' })

/** By id with their tags, without their refunds and without shares, in the order given; unknown ones are left out. */
export async function loadRefundPaymentsAlone(tx: Tx, ids: readonly string[]): Promise<RefundPayment[]> {
  const found = await loadHeads(tx, shown, ids)
  return ids.flatMap((id) => {
    const payment = found.get(id)
    return payment ? [{ ...payment, shares: [] }] : []
  })
}

/** Writes new and changed payments. External ids that some give up are free for the others. */
export function writeRefundPayments(tx: Tx, changes: readonly Change<Refund>[]): void {
  const changed = changes.flatMap(({ before, after }) => changedParts(before?.payments ?? [], after.payments).changed)
  const unnamed = changed.map(({ id }) => ({ id, externalId: null }))
  // A unique index is checked row by row, not for the statement as a whole.
  writeLater(tx, [freeNames.updating({ businessId: tx.businessId }, unnamed)])
  writeParts(tx, payments, changes, 'payments')
}

/** The refunds of live payments with these external ids. */
export async function findRefundPaymentOwners(
  tx: Tx,
  externalIds: readonly string[],
): Promise<Map<string, { refundId: string; paymentId: string }>> {
  if (externalIds.length === 0) return new Map()
  const rows = await shown
    .only('id', 'refundId', 'externalId')
    .rows(tx, 't.business_id = $1 AND t.external_id = ANY ($2::text[]) AND t.deleted_at IS NULL', [
      tx.businessId,
      externalIds,
    ])
  return new Map(rows.map(({ id, refundId, externalId }) => [externalId ?? '', { refundId, paymentId: id }]))
}

/** The refund of each payment, deleted or not; unknown ones are left out. */
export const findRefundsOfPayments = async (
  tx: Tx,
  refundPaymentIds: readonly string[],
): Promise<Map<string, string>> =>
  new Map((await loadRows(tx, shown, refundPaymentIds)).map(({ id, refundId }) => [id, refundId]))
