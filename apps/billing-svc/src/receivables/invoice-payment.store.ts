/** Invoice payments with their allocations, tags and refunded amounts. */
import type { Tx } from '@pacioli/db'
import { asked, boolean, safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import {
  DOCUMENT_COLUMNS,
  documentStore,
  KEY,
  loadHeads,
  loadParts,
  loadRows,
  partColumns,
  writeParts,
} from '../documents/document.store.ts'
import { allocationColumns, allocationStore } from '../allocations/allocation.store.ts'
import type { Tagged } from '../tags/applied-tag.store.ts'
import { withAmounts, type InvoicePayment, type InvoicePaymentMethod, type PaymentReturn } from './invoice-payment.ts'

const COLUMNS = {
  ...DOCUMENT_COLUMNS,
  contactId: uuid.named('customer_id'),
  paidAt: timestamp,
  method: text.as<InvoicePaymentMethod>(),
  processor: text.orNull,
  clearingAccountId: uuid,
  amount: safeInteger,
  fee: safeInteger,
  payoutId: uuid.orNull,
  importedAt: timestamp,
  deletedAt: timestamp.orNull,
}
const payments = table('invoice_payments', KEY, {
  ...COLUMNS,
  restAmount: safeInteger.writeOnly,
  refundedAmount: safeInteger.writeOnly,
})
const heads = table('invoice_payments', KEY, { ...COLUMNS, restAmount: safeInteger, refundedAmount: safeInteger })

const allocations = table('invoice_payment_allocations', KEY, {
  ...allocationColumns('invoice_id'),
  movedToCreditAt: timestamp.orNull,
  returnedAmount: safeInteger,
})

const returns = table('invoice_payment_returns', KEY, {
  ...partColumns('payment_id'),
  externalId: text.orNull,
  paymentId: uuid.readOnly,
  returnedAt: timestamp,
  amount: safeInteger,
  restAmount: safeInteger,
  fee: safeInteger,
  reason: text.orNull,
  payoutId: uuid.orNull,
  version: safeInteger,
  asked,
  importedAt: timestamp,
  updatedAt: timestamp,
  deletedAt: timestamp.orNull,
})

/** By payment, in the order of creation; undone ones, too. */
const loadReturns = (tx: Tx, paymentIds: readonly string[]): Promise<Map<string, PaymentReturn[]>> =>
  loadParts(tx, returns, paymentIds, 'payment_id', { order: 'k.position' })

/** The payments of returns, undone ones too, by the ids of the returns. */
export const findPaymentsOfReturns = async (tx: Tx, returnIds: readonly string[]): Promise<Map<string, string>> =>
  new Map((await loadRows(tx, returns, returnIds)).map(({ id, paymentId }) => [id, paymentId]))
const stored = allocationStore(allocations, {
  document: 'invoice_id',
  documents: 'invoices',
  date: 'sent_at',
  live: 'k.moved_to_credit_at IS NULL',
})

export const {
  loadRecognized: loadRecognizedOfInvoices,
  findPaymentsOn: findPaymentsOnInvoices,
  loadRemarks: loadAllocationRemarks,
} = stored

const refundedParts = table('refund_parts', ['id'], {
  id: uuid,
  refundId: uuid,
  allocationId: uuid,
  invoiceId: uuid.orNull,
  isOfCredit: boolean,
  amount: safeInteger,
})

/**
 * A payment's lock, after those of the invoices, guards what its allocations pay. Refunds in the same request count in its
 * amounts and are written by the store of refunds.
 */
export const INVOICE_PAYMENT_STORE = documentStore({
  table: payments,
  rowOf: withAmounts,
  taggedOf: ({ id, tags, allocations: all }) => [
    { type: 'INVOICE_PAYMENT', id, tags },
    ...all.map((one): Tagged => ({ type: 'INVOICE_PAYMENT_ALLOCATION', id: one.id, tags: one.tags })),
  ],
  counted: ['payment_id', ['invoice_payment_allocations', 'invoice_payment_returns']],
  taggedParts: [['invoice_payment_allocations', 'payment_id']],
  read: async (tx, ids) => {
    const [byPayment, returned, refunded] = await Promise.all([
      stored.load(tx, ids),
      loadReturns(tx, ids),
      loadParts(tx, refundedParts, ids, 'invoice_payment_id', { order: 'k.refund_id, k.allocation_id, k.position' }),
    ])
    return (row, withTags) => ({
      ...row,
      allocations: (byPayment.get(row.id) ?? []).map((one) => ({ ...withTags(one), allocatedAt: row.paidAt })),
      returns: returned.get(row.id) ?? [],
      // A part of the customer's credit has no invoice, or a voided one.
      refunded: (refunded.get(row.id) ?? []).map(({ isOfCredit, invoiceId, ...part }) => ({
        ...part,
        invoiceId: isOfCredit ? null : invoiceId,
        ...(isOfCredit && invoiceId !== null && { voidedId: invoiceId }),
      })),
    })
  },
  writeParts: (tx, changes) => {
    writeParts(tx, allocations, changes, 'allocations')
    writeParts(tx, returns, changes, 'returns')
  },
})
export const { load: loadInvoicePayments, lock: lockInvoicePayments } = INVOICE_PAYMENT_STORE

/** A payment as invoices show it: without its allocations. */
export type InvoicePaymentHead = Omit<InvoicePayment, 'allocations' | 'refunded'> & {
  restAmount: number
  refundedAmount: number
}

/** By id; unknown ones are left out. */
export async function loadInvoicePaymentHeads(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, InvoicePaymentHead>> {
  const [found, returned] = await Promise.all([loadHeads(tx, heads, ids), loadReturns(tx, ids)])
  return new Map([...found].map(([id, head]) => [id, { ...head, returns: returned.get(id) ?? [] }]))
}
