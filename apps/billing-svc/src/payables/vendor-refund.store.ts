/** Vendor refunds with their allocations and tags. */
import type { Tx } from '@pacioli/db'
import { json, safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import type { Share } from '../allocations/recognition.ts'
import {
  DOCUMENT_COLUMNS,
  documentStore,
  KEY,
  loadParts,
  partColumns,
  writeParts,
} from '../documents/document.store.ts'
import type { TagRef } from '../tags/tags.ts'
import type { PaymentMethod } from './bill.ts'
import type { VendorRefund } from './vendor-refund.ts'

const refunds = table('vendor_refunds', KEY, {
  ...DOCUMENT_COLUMNS,
  contactId: uuid.named('vendor_id'),
  documentDate: timestamp.named('received_at'),
  method: text.as<PaymentMethod>(),
  processor: text.orNull,
  clearingAccountId: uuid,
  amount: safeInteger,
  importedAt: timestamp,
  deletedAt: timestamp.orNull,
})

const allocations = table('vendor_refund_allocations', KEY, {
  ...partColumns('vendor_refund_id'),
  paymentId: uuid.orNull,
  vendorCreditId: uuid.orNull,
  amount: safeInteger,
  shares: json.as<readonly Share[]>(),
  postedTags: json.as<readonly TagRef[]>().named('tags'),
  createdAt: timestamp,
  deletedAt: timestamp.orNull,
})

/** Refunds are locked after the payments and credits that they are of. */
export const VENDOR_REFUND_STORE = documentStore({
  table: refunds,
  rowOf: (refund: VendorRefund) => refund,
  taggedOf: ({ id, tags }) => [{ type: 'VENDOR_REFUND', id, tags }],
  counted: ['vendor_refund_id', ['vendor_refund_allocations']],
  taggedParts: [],
  read: async (tx, ids) => {
    const parts = await loadParts(tx, allocations, ids, 'vendor_refund_id', { order: 'k.position' })
    return (row) => ({ ...row, allocations: parts.get(row.id) ?? [] })
  },
  writeParts: (tx, changes) => writeParts(tx, allocations, changes, 'allocations'),
})
export const { load: loadVendorRefunds, lock: lockVendorRefunds } = VENDOR_REFUND_STORE

/** The live refunds of these payments or credits. They cannot change while those are locked. */
export async function findRefundsOf(
  tx: Tx,
  column: 'payment_id' | 'vendor_credit_id',
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<{ id: string }>(
    `SELECT DISTINCT vendor_refund_id AS id FROM vendor_refund_allocations
      WHERE business_id = $1 AND ${column} = ANY ($2::uuid[]) AND deleted_at IS NULL ORDER BY 1`,
    [tx.businessId, ids],
  )
  return rows.map(({ id }) => id)
}
