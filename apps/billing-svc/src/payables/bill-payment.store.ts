/** Bill payments with their allocations and tags. */
import type { Tx } from '@pacioli/db'
import { boolean, integer, json, safeInteger, table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'
import {
  countingParts,
  DOCUMENT_COLUMNS,
  KEY,
  loadRows,
  lockRows,
  ofEach,
  REMARK_COLUMNS,
} from '../documents/document.store.ts'
import type { Update } from '../documents/document-kind.ts'
import type { Share } from '../recognition/recognition.ts'
import { loadingRecognised } from '../recognition/recognised.store.ts'
import { byExternalId } from '../requests/by-external-id.ts'
import { changedParts, changedTags } from '../requests/changed-parts.ts'
import { insertTags, loadTags, replaceTags, type Tagged } from '../tags/applied-tag.store.ts'
import type { TagRef } from '../tags/tags.ts'
import { unallocatedOf, type BillPayment, type PaymentAllocation } from './bill-payment.ts'
import type { PaymentMethod } from './bill.ts'

const payments = table('bill_payments', KEY, {
  ...DOCUMENT_COLUMNS,
  contactId: uuid.named('vendor_id'),
  paidAt: timestamp,
  method: text.as<PaymentMethod>(),
  processor: text.orNull,
  clearingAccountId: uuid,
  amount: safeInteger,
  allocatedAmount: safeInteger.writeOnly,
  importedAt: timestamp,
  deletedAt: timestamp.orNull,
})

const heads = table('bill_payments', KEY, {
  businessId: uuid,
  id: uuid,
  unallocatedAmount: safeInteger.readOnly,
})

/** Appends allocations to their payments; `documentDate` is the bill's. */
const allocations = table('bill_payment_allocations', KEY, {
  businessId: uuid.writeOnly,
  position: integer.writeOnly.once,
  id: uuid,
  paymentId: uuid,
  documentId: uuid.named('bill_id'),
  amount: safeInteger,
  allocatedAt: timestamp,
  isLater: boolean,
  shares: json.as<readonly Share[]>(),
  postedTags: json.as<readonly TagRef[]>().named('tags'),
  ...REMARK_COLUMNS,
  createdAt: timestamp,
  deletedAt: timestamp.orNull,
})

/** Rows with their allocations and tags, in the order of the rows. */
async function complete(
  tx: Tx,
  asked: readonly string[],
  found: Promise<RowOf<typeof payments>[]>,
): Promise<BillPayment[]> {
  if (asked.length === 0) return []
  const ids = [...new Set(asked)]
  const [rows, tags, ofPayments] = await Promise.all([
    found,
    loadTags(tx, ids, [['bill_payment_allocations', 'payment_id']]),
    allocations.query<{ documentDate: Date }>(
      tx,
      `SELECT ${allocations.columns('t')}, b.received_at AS "documentDate"
       FROM ${ofEach('bill_payment_allocations', 'payment_id')}
      CROSS JOIN LATERAL (SELECT received_at FROM bills WHERE business_id = $1 AND id = t.bill_id OFFSET 0) b
      ORDER BY t.payment_id, t.position`,
      [tx.businessId, ids],
    ),
  ])
  const byPayment = Map.groupBy(ofPayments, ({ paymentId }) => paymentId)
  return rows.map((row) => ({
    ...row,
    allocations: (byPayment.get(row.id) ?? []).map((one) => ({ ...one, tags: tags.get(one.id) ?? [] })),
    tags: tags.get(row.id) ?? [],
  }))
}

/** Payments by id, deleted ones too, in the order of the ids; unknown ones are left out. */
export const loadPayments = (tx: Tx, ids: readonly string[]): Promise<BillPayment[]> =>
  complete(tx, ids, loadRows(tx, payments, ids))

/** The same, locked; after the bills, of which a payment's lock guards what its allocations pay. */
export const lockPayments = (tx: Tx, ids: readonly string[]): Promise<BillPayment[]> =>
  complete(tx, ids, lockRows(tx, payments, ids, 'UPDATE'))

/** A payment as bills show it: without its allocations. */
export type PaymentHead = Omit<BillPayment, 'allocations'> & { unallocatedAmount: number }

/** Payments without their allocations, by id; unknown ones are left out. */
export async function loadPaymentHeads(tx: Tx, paymentIds: readonly string[]): Promise<Map<string, PaymentHead>> {
  const ids = [...new Set(paymentIds)]
  if (ids.length === 0) return new Map()
  const [rows, amounts, tags] = await Promise.all([
    loadRows(tx, payments, ids),
    loadRows(tx, heads, ids),
    loadTags(tx, ids),
  ])
  return new Map(
    rows.map((row, index) => [
      row.id,
      { ...row, tags: tags.get(row.id) ?? [], unallocatedAmount: amounts[index]?.unallocatedAmount ?? 0 },
    ]),
  )
}

const taggedOf = ({ id, tags, allocations: all }: BillPayment): Tagged[] => [
  { type: 'BILL_PAYMENT', id, tags },
  ...all.map((one): Tagged => ({ type: 'BILL_PAYMENT_ALLOCATION', id: one.id, tags: one.tags })),
]

const rowOf = (payment: BillPayment) => ({ ...payment, allocatedAmount: payment.amount - unallocatedOf(payment) })

/** Allocations of a payment with their positions in it. */
const positioned = (all: readonly PaymentAllocation[], first = 0) =>
  all.map((one, index) => ({ ...one, position: first + index }))

/** New payments with their allocations. */
export async function insertPayments(tx: Tx, made: readonly BillPayment[]): Promise<void> {
  await Promise.all([
    payments.insert(tx, {}, byExternalId(made).map(rowOf)),
    allocations.insert(
      tx,
      { businessId: tx.businessId },
      made.flatMap((payment) => positioned(payment.allocations)),
    ),
    insertTags(tx, made.flatMap(taggedOf)),
  ])
}

/** Writes what can change of locked payments: allocations, tags and deletion. */
export async function updatePayments(tx: Tx, changes: readonly Update<BillPayment>[]): Promise<void> {
  const parts = changes.map(({ before, after }) => ({
    first: before.allocations.length,
    ...changedParts(before.allocations, after.allocations),
  }))
  await Promise.all([
    payments.update(
      tx,
      {},
      changes.map(({ after }) => rowOf(after)),
      { columns: ['allocatedAmount', 'version', 'updatedAt', 'deletedAt'] },
    ),
    allocations.insert(
      tx,
      { businessId: tx.businessId },
      parts.flatMap(({ added, first }) => positioned(added, first)),
    ),
    allocations.update(
      tx,
      { businessId: tx.businessId },
      parts.flatMap(({ changed }) => changed),
      { columns: ['shares', 'postedTags', 'deletedAt'] },
    ),
    replaceTags(
      tx,
      changes.flatMap(({ before, after }) => changedTags(taggedOf(before), taggedOf(after))),
    ),
  ])
}

/** How many allocations each payment has. */
export const countAllocations = countingParts('payment_id', ['bill_payment_allocations'])

/** Amounts that live allocations have recognised of the bills' components, by bill. */
export const loadRecognised = loadingRecognised('bill_payment_allocations', 'bill_id', 'k.deleted_at IS NULL')

/** The payments that have live allocations on these bills. Fixed while the bills are locked. */
export async function findPaymentsOn(tx: Tx, billIds: readonly string[]): Promise<string[]> {
  if (billIds.length === 0) return []
  const rows = await tx.rows<{ payment_id: string }>(
    `SELECT DISTINCT t.payment_id
       FROM ${ofEach('bill_payment_allocations', 'bill_id', { where: 'k.deleted_at IS NULL' })} ORDER BY 1`,
    [tx.businessId, billIds],
  )
  return rows.map(({ payment_id }) => payment_id)
}
