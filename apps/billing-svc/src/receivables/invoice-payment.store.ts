/** Invoice payments with their allocations, tags and refunded amounts. */
import type { Tx } from '@pacioli/db'
import { boolean, integer, json, safeInteger, table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'
import type { Update } from '../documents/document-kind.ts'
import {
  countingParts,
  DOCUMENT_COLUMNS,
  KEY,
  loadParts,
  loadRows,
  lockRows,
  ofEach,
  REMARK_COLUMNS,
} from '../documents/document.store.ts'
import type { Share } from '../recognition/recognition.ts'
import { loadingRecognised } from '../recognition/recognised.store.ts'
import { byExternalId } from '../requests/by-external-id.ts'
import { changedParts, changedTags } from '../requests/changed-parts.ts'
import { insertTags, loadTags, replaceTags, type Tagged } from '../tags/applied-tag.store.ts'
import type { TagRef } from '../tags/tags.ts'
import { refundedOf, restOf, type InvoicePayment, type InvoicePaymentMethod } from './invoice-payment.ts'

const payments = table('invoice_payments', KEY, {
  ...DOCUMENT_COLUMNS,
  contactId: uuid.named('customer_id'),
  paidAt: timestamp,
  method: text.as<InvoicePaymentMethod>(),
  processor: text.orNull,
  clearingAccountId: uuid,
  amount: safeInteger,
  fee: safeInteger,
  restAmount: safeInteger.writeOnly,
  refundedAmount: safeInteger.writeOnly,
  payoutId: uuid.orNull,
  importedAt: timestamp,
})

const heads = table('invoice_payments', KEY, {
  businessId: uuid,
  id: uuid,
  restAmount: safeInteger,
  refundedAmount: safeInteger,
})

/** Appends allocations to their payments; `documentDate` is the invoice's. */
const allocations = table('invoice_payment_allocations', KEY, {
  businessId: uuid.writeOnly,
  position: integer.writeOnly.once,
  id: uuid,
  paymentId: uuid,
  documentId: uuid.named('invoice_id'),
  amount: safeInteger,
  shares: json.as<readonly Share[]>(),
  postedTags: json.as<readonly TagRef[]>().named('tags'),
  ...REMARK_COLUMNS,
  createdAt: timestamp,
  movedToCreditAt: timestamp.orNull,
})
const remarks = table('invoice_payment_allocations', KEY, { id: uuid, businessId: uuid, ...REMARK_COLUMNS })

const refundedParts = table('refund_parts', ['id'], {
  id: uuid,
  refundId: uuid,
  invoiceId: uuid.orNull,
  isOfCredit: boolean,
  amount: safeInteger,
})

/** Rows with their allocations, refunds and tags, in the order of the rows. */
async function complete(
  tx: Tx,
  asked: readonly string[],
  found: Promise<RowOf<typeof payments>[]>,
): Promise<InvoicePayment[]> {
  if (asked.length === 0) return []
  const ids = [...new Set(asked)]
  const [rows, tags, ofPayments, refunded] = await Promise.all([
    found,
    loadTags(tx, ids, [['invoice_payment_allocations', 'payment_id']]),
    allocations.query<{ documentDate: Date }>(
      tx,
      `SELECT ${allocations.columns('t')}, i.sent_at AS "documentDate"
         FROM ${ofEach('invoice_payment_allocations', 'payment_id')}
        CROSS JOIN LATERAL (SELECT sent_at FROM invoices WHERE business_id = $1 AND id = t.invoice_id OFFSET 0) i
        ORDER BY t.payment_id, t.position`,
      [tx.businessId, ids],
    ),
    loadParts(tx, refundedParts, ids, 'invoice_payment_id', {
      order: 'k.refund_id, k.allocation_id, k.position',
    }),
  ])
  const byPayment = Map.groupBy(ofPayments, ({ paymentId }) => paymentId)
  return rows.map((row) => ({
    ...row,
    allocations: (byPayment.get(row.id) ?? []).map((one) => ({ ...one, tags: tags.get(one.id) ?? [] })),
    // A part of the customer's credit has no invoice.
    refunded: (refunded.get(row.id) ?? []).map(({ isOfCredit, invoiceId, ...part }) => ({
      ...part,
      invoiceId: isOfCredit ? null : invoiceId,
    })),
    tags: tags.get(row.id) ?? [],
  }))
}

/** Payments by id, in the order of the ids; unknown ones are left out. */
export const loadInvoicePayments = (tx: Tx, ids: readonly string[]): Promise<InvoicePayment[]> =>
  complete(tx, ids, loadRows(tx, payments, ids))

/** The same, locked; after the invoices, of which a payment's lock guards what its allocations pay. */
export const lockInvoicePayments = (tx: Tx, ids: readonly string[]): Promise<InvoicePayment[]> =>
  complete(tx, ids, lockRows(tx, payments, ids))

/** A payment as invoices show it: without its allocations. */
export type InvoicePaymentHead = Omit<InvoicePayment, 'allocations' | 'refunded'> & {
  restAmount: number
  refundedAmount: number
}

/** Payments without their allocations, by id; unknown ones are left out. */
export async function loadInvoicePaymentHeads(
  tx: Tx,
  paymentIds: readonly string[],
): Promise<Map<string, InvoicePaymentHead>> {
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
      {
        ...row,
        tags: tags.get(row.id) ?? [],
        restAmount: amounts[index]?.restAmount ?? 0,
        refundedAmount: amounts[index]?.refundedAmount ?? 0,
      },
    ]),
  )
}

const taggedOf = ({ id, tags, allocations: all }: InvoicePayment): Tagged[] => [
  { type: 'INVOICE_PAYMENT', id, tags },
  ...all.map((one): Tagged => ({ type: 'INVOICE_PAYMENT_ALLOCATION', id: one.id, tags: one.tags })),
]

const rowOf = (payment: InvoicePayment) => ({
  ...payment,
  restAmount: restOf(payment),
  refundedAmount: refundedOf(payment),
})

/**
 * Inserts payments with their allocations in the order of the request, in which invoices show them. Refunds in the same
 * request count in their amounts and are written by the store of refunds.
 */
export async function insertInvoicePayments(tx: Tx, made: readonly InvoicePayment[]): Promise<void> {
  await Promise.all([
    payments.insert(tx, {}, byExternalId(made).map(rowOf)),
    allocations.insert(
      tx,
      { businessId: tx.businessId },
      made.flatMap((payment) => payment.allocations.map((one, position) => ({ ...one, position }))),
    ),
    insertTags(tx, made.flatMap(taggedOf)),
  ])
}

/**
 * Writes what can change of locked payments: refunded amounts, payout, tags, and of their allocations tags and the move to
 * credit.
 */
export async function updateInvoicePayments(tx: Tx, changes: readonly Update<InvoicePayment>[]): Promise<void> {
  await Promise.all([
    payments.update(
      tx,
      {},
      changes.map(({ after }) => rowOf(after)),
      { columns: ['refundedAmount', 'payoutId', 'version', 'updatedAt'] },
    ),
    allocations.update(
      tx,
      { businessId: tx.businessId },
      changes.flatMap(({ before, after }) => changedParts(before.allocations, after.allocations).changed),
      { columns: ['shares', 'postedTags', 'movedToCreditAt'] },
    ),
    replaceTags(
      tx,
      changes.flatMap(({ before, after }) => changedTags(taggedOf(before), taggedOf(after))),
    ),
  ])
}

/** How many allocations each payment has. */
export const countInvoiceAllocations = countingParts('payment_id', ['invoice_payment_allocations'])

/** Amounts that live allocations have recognised of the invoices' components, by invoice. */
export const loadRecognisedOfInvoices = loadingRecognised(
  'invoice_payment_allocations',
  'invoice_id',
  'k.moved_to_credit_at IS NULL',
)

/** Callers' remarks on allocations, by the id of the allocation. */
export const loadAllocationRemarks = async (
  tx: Tx,
  allocationIds: readonly string[],
): Promise<Map<string, RowOf<typeof remarks>>> =>
  new Map((await loadRows(tx, remarks, allocationIds)).map((row) => [row.id, row]))

/** The payments that have live allocations on these invoices. Fixed while the invoices are locked. */
export async function findPaymentsOnInvoices(tx: Tx, invoiceIds: readonly string[]): Promise<string[]> {
  if (invoiceIds.length === 0) return []
  const rows = await tx.rows<{ payment_id: string }>(
    `SELECT DISTINCT t.payment_id
       FROM ${ofEach('invoice_payment_allocations', 'invoice_id', { where: 'k.moved_to_credit_at IS NULL' })} ORDER BY 1`,
    [tx.businessId, invoiceIds],
  )
  return rows.map(({ payment_id }) => payment_id)
}
