/** What live vendor refunds take of payments and credits. */
import type { Tx } from '@pacioli/db'
import { json, safeInteger, table, uuid } from '@pacioli/db/table'
import type { Share } from '../allocations/recognition.ts'
import { loadParts } from '../documents/document.store.ts'
import type { RefundedPart } from './refunded-part.ts'

const refunded = table('vendor_refund_allocations', ['id'], {
  id: uuid,
  amount: safeInteger,
  shares: json.as<readonly Share[]>(),
})

/** By payment or by credit. @param column that names it */
export const loadRefunded = (
  tx: Tx,
  ids: readonly string[],
  column: 'payment_id' | 'vendor_credit_id',
): Promise<Map<string, RefundedPart[]>> =>
  loadParts<RefundedPart>(tx, refunded, ids, column, { order: 'k.place', where: 'k.deleted_at IS NULL' })
