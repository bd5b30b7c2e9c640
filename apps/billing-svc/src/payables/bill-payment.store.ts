/** Bill payments with their allocations and tags. */
import type { Tx } from '@pacioli/db'
import { boolean, safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import { DOCUMENT_COLUMNS, documentStore, KEY, loadHeads, writeParts } from '../documents/document.store.ts'
import { allocationColumns, allocationStore, loadRecognized } from '../allocations/allocation.store.ts'
import type { Recognized } from '../allocations/recognition.ts'
import type { Tagged } from '../tags/applied-tag.store.ts'
import { unallocatedOf, type BillPayment } from './bill-payment.ts'
import type { PaymentMethod } from './bill.ts'
import { loadRefunded } from './refunded-part.store.ts'
import { refundedOf } from './refunded-part.ts'

const COLUMNS = {
  ...DOCUMENT_COLUMNS,
  contactId: uuid.named('vendor_id'),
  paidAt: timestamp,
  method: text.as<PaymentMethod>(),
  processor: text.orNull,
  clearingAccountId: uuid,
  amount: safeInteger,
  importedAt: timestamp,
  deletedAt: timestamp.orNull,
}
const payments = table('bill_payments', KEY, {
  ...COLUMNS,
  allocatedAmount: safeInteger.writeOnly,
  refundedAmount: safeInteger.writeOnly,
})
const heads = table('bill_payments', KEY, {
  ...COLUMNS,
  refundedAmount: safeInteger.readOnly,
  unallocatedAmount: safeInteger.readOnly,
})

/** Appends allocations to their payments. */
const allocations = table('bill_payment_allocations', KEY, {
  ...allocationColumns('bill_id'),
  allocatedAt: timestamp,
  isLater: boolean,
  deletedAt: timestamp.orNull,
})
const ofBills = { document: 'bill_id', documents: 'bills', date: 'received_at', live: 'k.deleted_at IS NULL' }
const stored = allocationStore(allocations, ofBills)

export const { findPaymentsOn, loadRemarks: loadAllocationRemarks } = stored

/** What payments and credits have recognized of each component of these bills, by bill. */
export const loadRecognizedOfBills = (tx: Tx, billIds: readonly string[]): Promise<Map<string, Recognized[]>> =>
  loadRecognized(
    tx,
    ['bill_payment_allocations', 'vendor_credit_allocations'].map((table) => ({
      table,
      document: 'bill_id',
      live: 'k.deleted_at IS NULL',
    })),
    billIds,
  )

/** A payment's lock, after those of the bills, guards what its allocations pay. */
export const PAYMENT_STORE = documentStore({
  table: payments,
  lockStrength: 'UPDATE',
  rowOf: (payment: BillPayment) => ({
    ...payment,
    allocatedAmount: payment.amount - unallocatedOf(payment),
    refundedAmount: refundedOf(payment),
  }),
  taggedOf: ({ id, tags, allocations: all }) => [
    { type: 'BILL_PAYMENT', id, tags },
    ...all.map((one): Tagged => ({ type: 'BILL_PAYMENT_ALLOCATION', id: one.id, tags: one.tags })),
  ],
  counted: ['payment_id', ['bill_payment_allocations']],
  taggedParts: [['bill_payment_allocations', 'payment_id']],
  read: async (tx, ids) => {
    const [byPayment, refunded] = await Promise.all([stored.load(tx, ids), loadRefunded(tx, ids, 'payment_id')])
    return (row, withTags) => ({
      ...row,
      allocations: (byPayment.get(row.id) ?? []).map(withTags),
      refunded: refunded.get(row.id) ?? [],
    })
  },
  writeParts: (tx, changes) => writeParts(tx, allocations, changes, 'allocations'),
})
export const { load: loadPayments, lock: lockPayments } = PAYMENT_STORE

/** A payment as bills show it: without its allocations. */
export type PaymentHead = Omit<BillPayment, 'allocations' | 'refunded'> & {
  refundedAmount: number
  unallocatedAmount: number
}

/** By id; unknown ones are left out. */
export const loadPaymentHeads = (tx: Tx, ids: readonly string[]): Promise<Map<string, PaymentHead>> =>
  loadHeads(tx, heads, ids)
