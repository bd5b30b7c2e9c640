/** Refunds with their allocations, line items and parts, their payments and all their tags. */
import type { Tx } from '@pacioli/db'
import { boolean, json, safeInteger, table, text, timestamp, uuid, writeLater } from '@pacioli/db/table'
import type { Change } from '../documents/document-kind.ts'
import {
  deleteParts,
  DOCUMENT_COLUMNS,
  documentStore,
  KEY,
  loadParts,
  ofEach,
  partColumns,
  REMARK_COLUMNS,
} from '../documents/document.store.ts'
import type { Tagged } from '../tags/applied-tag.store.ts'
import type { TagRef } from '../tags/tags.ts'
import { loadRefundPayments, writeRefundPayments } from './refund-payment.store.ts'
import { paidOutOf, totalOf, type Refund, type RefundShare, type RefundSourceName } from './refund.ts'

const refunds = table('refunds', KEY, {
  ...DOCUMENT_COLUMNS,
  contactId: uuid.named('customer_id'),
  completedAt: timestamp.orNull,
  totalAmount: safeInteger.writeOnly,
  paidOutAmount: safeInteger.writeOnly,
  importedAt: timestamp,
})

const allocations = table('refund_allocations', KEY, {
  ...partColumns('refund_id'),
  externalId: text.orNull,
  totalAmount: safeInteger,
  invoiceId: uuid.orNull,
  invoiceLineItemId: uuid.orNull,
  invoicePaymentId: uuid.orNull,
  source: text.as<RefundSourceName>().orNull,
  ...REMARK_COLUMNS,
})

const lineItems = table('refund_line_items', KEY, {
  ...partColumns('refund_id'),
  allocationId: uuid,
  externalId: text.orNull,
  amount: safeInteger,
  accountId: uuid.orNull,
  prepaymentAccountId: uuid.orNull,
  ...REMARK_COLUMNS,
})

/** `invoiceSentAt` is the invoice's. */
const parts = table('refund_parts', KEY, {
  ...partColumns('refund_id'),
  allocationId: uuid,
  invoiceId: uuid.orNull,
  invoiceLineItemId: uuid.orNull.writeOnly,
  paymentId: uuid.orNull.named('invoice_payment_id'),
  amount: safeInteger,
  shares: json.as<readonly RefundShare[]>(),
  postedTags: json.as<readonly TagRef[]>().named('tags'),
  isOfCredit: boolean,
})

/** Their targets and the payouts of their payments exist before. A changed list of allocations is replaced, keeping ids. */
export const REFUND_STORE = documentStore({
  table: refunds,
  // The stored derived columns are computed only here.
  rowOf: (refund: Refund) => ({ ...refund, totalAmount: totalOf(refund), paidOutAmount: paidOutOf(refund) }),
  taggedOf: ({ id, tags, allocations: all, payments }) => [
    { type: 'REFUND', id, tags },
    ...all.flatMap((allocation): Tagged[] => [
      { type: 'REFUND_ALLOCATION', id: allocation.id, tags: allocation.tags },
      ...allocation.lineItems.map((line): Tagged => ({ type: 'REFUND_LINE_ITEM', id: line.id, tags: line.tags })),
    ]),
    ...payments.map((payment): Tagged => ({ type: 'REFUND_PAYMENT', id: payment.id, tags: payment.tags })),
  ],
  counted: ['refund_id', ['refund_allocations', 'refund_line_items', 'refund_parts', 'refund_payments']],
  taggedParts: [
    ['refund_allocations', 'refund_id'],
    ['refund_line_items', 'refund_id'],
    ['refund_payments', 'refund_id'],
  ],
  read: async (tx, ids) => {
    const inOrder = { order: 'k.position' }
    const [ofRefunds, lines, allParts, payments] = await Promise.all([
      loadParts(tx, allocations, ids, 'refund_id', inOrder),
      loadParts(tx, lineItems, ids, 'refund_id', inOrder),
      parts.query<{ invoiceSentAt: Date | null }>(
        tx,
        `SELECT ${parts.columns('t')}, i.sent_at AS "invoiceSentAt" FROM ${ofEach('refund_parts', 'refund_id', inOrder)}
           LEFT JOIN LATERAL (SELECT sent_at FROM invoices WHERE business_id = $1 AND id = t.invoice_id OFFSET 0) i ON true`,
        [tx.businessId, ids],
      ),
      loadRefundPayments(tx, ids),
    ])
    const linesOf = Map.groupBy([...lines.values()].flat(), ({ allocationId }) => allocationId)
    const partsOf = Map.groupBy(allParts, ({ allocationId }) => allocationId)
    return (row, withTags) => ({
      ...row,
      allocations: (ofRefunds.get(row.id) ?? []).map((allocation) => ({
        ...withTags(allocation),
        lineItems: (linesOf.get(allocation.id) ?? []).map(({ allocationId: _, ...line }) => withTags(line)),
        parts: (partsOf.get(allocation.id) ?? []).map(({ allocationId: _, ...part }) => part),
      })),
      payments: (payments.get(row.id) ?? []).map(withTags),
    })
  },
  writeParts: (tx, changes) => {
    writeAllocations(tx, changes)
    writeRefundPayments(tx, changes)
  },
})
export const { load: loadRefunds, lock: lockRefunds } = REFUND_STORE

/** Replaces the allocations of refunds, with line items and parts, where they are other objects. */
function writeAllocations(tx: Tx, changes: readonly Change<Refund>[]): void {
  const reallocated = changes.filter(({ before, after }) => before?.allocations !== after.allocations)
  const all = reallocated.flatMap(({ after: { id: ownerId, allocations: own } }) =>
    own.map((allocation, position) => ({ ...allocation, ownerId, position })),
  )
  const lines = all.flatMap(({ id: allocationId, ownerId, lineItems: own }) =>
    own.map((line, position) => ({ ...line, allocationId, ownerId, position })),
  )
  const ofParts = all.flatMap(({ id: allocationId, ownerId, invoiceLineItemId, parts: own }) =>
    own.map((part, position) => ({ ...part, allocationId, ownerId, invoiceLineItemId, position })),
  )
  const goneIds = reallocated.flatMap(({ before }) => before?.id ?? [])
  const scope = { businessId: tx.businessId }
  deleteParts(tx, ['refund_parts', 'refund_line_items', 'refund_allocations'], 'refund_id', goneIds)
  writeLater(tx, [
    allocations.inserting(scope, all),
    lineItems.inserting(scope, lines),
    parts.inserting(scope, ofParts),
  ])
}

/** Finds the distinct values of one column of refund allocations and refund parts by another one. */
const findingAmongParts =
  (column: string, by: string) =>
  async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
    if (ids.length === 0) return []
    const among = (name: string): string =>
      `SELECT t.${column} AS found FROM ${ofEach(name, by, { where: `k.${column} IS NOT NULL` })}`
    const rows = await tx.rows<{ found: string }>(
      `${among('refund_allocations')} UNION ${among('refund_parts')} ORDER BY found`,
      [tx.businessId, ids],
    )
    return rows.map(({ found }) => found)
  }

/** The refunds with parts on these invoices. They cannot change while the invoices are locked. */
export const findRefundsOnInvoices = findingAmongParts('refund_id', 'invoice_id')

/** The invoices with parts of these refunds. Unlocked: a caller that relies on it must read again with both locked. */
export const findInvoicesOfRefunds = findingAmongParts('invoice_id', 'refund_id')
