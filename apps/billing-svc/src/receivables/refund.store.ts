/** Refunds with their allocations, line items and parts, their payments and all their tags. */
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
import { byExternalId } from '../requests/by-external-id.ts'
import { changedTags } from '../requests/changed-parts.ts'
import { deleteTags, insertTags, loadTags, replaceTags, type Tagged } from '../tags/applied-tag.store.ts'
import type { TagRef } from '../tags/tags.ts'
import { loadRefundPayments, writeRefundPayments } from './refund-payment.store.ts'
import { paidOutOf, totalOf, type Refund, type RefundShare } from './refund.ts'

const refunds = table('refunds', KEY, {
  ...DOCUMENT_COLUMNS,
  contactId: uuid.named('customer_id'),
  completedAt: timestamp.orNull,
  totalAmount: safeInteger.writeOnly,
  paidOutAmount: safeInteger.writeOnly,
  importedAt: timestamp,
})

const PART_COLUMNS = {
  businessId: uuid.writeOnly,
  id: uuid,
  refundId: uuid.writeOnly,
  position: integer.writeOnly,
}

const allocations = table('refund_allocations', KEY, {
  ...PART_COLUMNS,
  externalId: text.orNull,
  totalAmount: safeInteger,
  invoiceId: uuid.orNull,
  invoiceLineItemId: uuid.orNull,
  invoicePaymentId: uuid.orNull,
  ...REMARK_COLUMNS,
})

const lineItems = table('refund_line_items', KEY, {
  ...PART_COLUMNS,
  allocationId: uuid,
  externalId: text.orNull,
  amount: safeInteger,
  accountId: uuid.orNull,
  prepaymentAccountId: uuid.orNull,
  ...REMARK_COLUMNS,
})

/** `invoiceSentAt` is the invoice's. */
const parts = table('refund_parts', KEY, {
  ...PART_COLUMNS,
  allocationId: uuid,
  invoiceId: uuid.orNull,
  invoiceLineItemId: uuid.orNull.writeOnly,
  paymentId: uuid.orNull.named('invoice_payment_id'),
  amount: safeInteger,
  shares: json.as<readonly RefundShare[]>(),
  postedTags: json.as<readonly TagRef[]>().named('tags'),
  isOfCredit: boolean,
})

/** The stored derived columns are computed only here. */
const rowOf = (refund: Refund) => ({ ...refund, totalAmount: totalOf(refund), paidOutAmount: paidOutOf(refund) })

const taggedOf = ({ id, tags, allocations: all, payments }: Refund): Tagged[] => [
  { type: 'REFUND', id, tags },
  ...all.flatMap((allocation): Tagged[] => [
    { type: 'REFUND_ALLOCATION', id: allocation.id, tags: allocation.tags },
    ...allocation.lineItems.map((line): Tagged => ({ type: 'REFUND_LINE_ITEM', id: line.id, tags: line.tags })),
  ]),
  ...payments.map((payment): Tagged => ({ type: 'REFUND_PAYMENT', id: payment.id, tags: payment.tags })),
]

/** Inserts refunds with all child rows. Their targets and the payouts of their payments exist before. */
export async function insertRefunds(tx: Tx, made: readonly Refund[]): Promise<void> {
  await Promise.all([
    refunds.insert(tx, {}, byExternalId(made).map(rowOf)),
    insertAllocations(tx, made),
    writeRefundPayments(
      tx,
      made.map((after) => ({ after })),
    ),
    insertTags(tx, made.flatMap(taggedOf)),
  ])
}

/** Inserts allocations with line items and parts of refunds that have none. */
async function insertAllocations(tx: Tx, all: readonly Refund[]): Promise<void> {
  const ofRefunds = all.flatMap(({ id: refundId, allocations: own }) =>
    own.map((allocation, position) => ({ ...allocation, refundId, position })),
  )
  await Promise.all([
    allocations.insert(tx, { businessId: tx.businessId }, ofRefunds),
    lineItems.insert(
      tx,
      { businessId: tx.businessId },
      ofRefunds.flatMap(({ id: allocationId, refundId, lineItems: own }) =>
        own.map((line, position) => ({ ...line, allocationId, refundId, position })),
      ),
    ),
    parts.insert(
      tx,
      { businessId: tx.businessId },
      ofRefunds.flatMap(({ id: allocationId, refundId, invoiceLineItemId, parts: own }) =>
        own.map((part, position) => ({ ...part, allocationId, refundId, invoiceLineItemId, position })),
      ),
    ),
  ])
}

/**
 * Writes locked refunds. A changed list of allocations is replaced, keeping ids; changed payments are written, and those
 * missing in `after` stay.
 */
export async function updateRefunds(tx: Tx, changes: readonly Update<Refund>[]): Promise<void> {
  const reallocated = changes
    .filter(({ before, after }) => before.allocations !== after.allocations)
    .map(({ after }) => after)
  await Promise.all([
    refunds.update(
      tx,
      {},
      changes.map(({ after }) => rowOf(after)),
    ),
    deleteAllocations(
      tx,
      reallocated.map(({ id }) => id),
    ),
    insertAllocations(tx, reallocated),
    writeRefundPayments(tx, changes),
    deleteTags(tx, changes.flatMap(whatGoes)),
    replaceTags(
      tx,
      changes.flatMap(({ before, after }) => changedTags(taggedOf(before), taggedOf(after))),
    ),
  ])
}

async function deleteAllocations(tx: Tx, refundIds: readonly string[]): Promise<void> {
  if (refundIds.length === 0) return
  await Promise.all(
    ['refund_parts', 'refund_line_items', 'refund_allocations'].map((name) =>
      tx.rows(
        `DELETE FROM ${name} l USING unnest($2::uuid[]) AS r(id) WHERE l.business_id = $1 AND l.refund_id = r.id`,
        [tx.businessId, refundIds],
      ),
    ),
  )
}

/** Deletes removed allocations and line items. */
function whatGoes({ before, after }: Update<Refund>): string[] {
  const idsOf = ({ allocations: all }: Refund): string[] =>
    all.flatMap((allocation) => [allocation.id, ...allocation.lineItems.map((line) => line.id)])
  const kept = new Set(idsOf(after))
  return idsOf(before).filter((id) => !kept.has(id))
}

/** Rows with all that belongs to them, in their order. */
async function complete(tx: Tx, asked: readonly string[], found: Promise<RowOf<typeof refunds>[]>): Promise<Refund[]> {
  if (asked.length === 0) return []
  const ids = [...new Set(asked)]
  const inOrder = { order: 'k.position' }
  const [rows, tags, ofRefunds, lines, allParts, payments] = await Promise.all([
    found,
    loadTags(tx, ids, [
      ['refund_allocations', 'refund_id'],
      ['refund_line_items', 'refund_id'],
      ['refund_payments', 'refund_id'],
    ]),
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
  const allLines = [...lines.values()].flat()
  const linesOf = Map.groupBy(allLines, ({ allocationId }) => allocationId)
  const partsOf = Map.groupBy(allParts, ({ allocationId }) => allocationId)
  const withTags = <Part extends { id: string }>(part: Part) => ({ ...part, tags: tags.get(part.id) ?? [] })
  return rows.map((row) =>
    withTags({
      ...row,
      allocations: (ofRefunds.get(row.id) ?? []).map((allocation) =>
        withTags({
          ...allocation,
          lineItems: (linesOf.get(allocation.id) ?? []).map(({ allocationId: _, ...line }) => withTags(line)),
          parts: (partsOf.get(allocation.id) ?? []).map(({ allocationId: _, ...part }) => part),
        }),
      ),
      payments: (payments.get(row.id) ?? []).map(withTags),
    }),
  )
}

/** Refunds by id with all they have, in the order of the ids; unknown ones are left out. */
export const loadRefunds = (tx: Tx, ids: readonly string[]): Promise<Refund[]> =>
  complete(tx, ids, loadRows(tx, refunds, ids))

/** The same, locked. What belongs to the rows is read once they are locked, as it is by then. */
export const lockRefunds = (tx: Tx, ids: readonly string[]): Promise<Refund[]> =>
  complete(tx, ids, lockRows(tx, refunds, ids))

/** How many allocations, line items, parts and payments each of these refunds has. */
export const countRefundParts = countingParts('refund_id', [
  'refund_allocations',
  'refund_line_items',
  'refund_parts',
  'refund_payments',
])

/** Finds the distinct values of one column of portions and allocations by another one. */
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

/** The refunds with parts on these invoices. Fixed while the invoices are locked. */
export const findRefundsOnInvoices = findingAmongParts('refund_id', 'invoice_id')

/** The refunds with parts on these payments. Fixed while the payments are locked. */
export const findRefundsOnPayments = findingAmongParts('refund_id', 'invoice_payment_id')

/** The invoices with parts of these refunds. Unlocked: a caller that relies on it must read again with both locked. */
export const findInvoicesOfRefunds = findingAmongParts('invoice_id', 'refund_id')
