/** Payouts with their members, other transactions and all their tags. */
import type { Tx } from '@pacioli/db'
import { integer, safeInteger, table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'
import type { Update } from '../documents/document-kind.ts'
import {
  countingParts,
  DOCUMENT_COLUMNS,
  KEY,
  loadParts,
  loadRows,
  lockRows,
  ofEach,
} from '../documents/document.store.ts'
import { byExternalId } from '../requests/by-external-id.ts'
import { changedTags } from '../requests/changed-parts.ts'
import { insertTags, loadTags, replaceTags, type Tagged } from '../tags/applied-tag.store.ts'
import { loadInvoicePayments } from './invoice-payment.store.ts'
import { memberOfPayment, memberOfRefundPayment } from './payout-member.ts'
import type { Payout, PayoutMember, PayoutTransaction } from './payout.ts'
import { loadRefunds } from './refund.store.ts'

const payouts = table('payouts', KEY, {
  ...DOCUMENT_COLUMNS,
  processor: text.orNull,
  paidOutAmount: safeInteger,
  fee: safeInteger,
  completedAt: timestamp,
  clearingAccountId: uuid,
  importedAt: timestamp,
})

const transactions = table('payout_transactions', KEY, {
  businessId: uuid.writeOnly,
  id: uuid,
  payoutId: uuid.writeOnly,
  position: integer.writeOnly,
  externalId: text.orNull,
  amount: safeInteger,
  direction: text.as<PayoutTransaction['direction']>(),
  accountId: uuid,
  description: text.orNull,
})

const taggedOf = ({ id, tags, otherTransactions }: Payout): Tagged[] => [
  { type: 'PAYOUT', id, tags },
  ...otherTransactions.map((one): Tagged => ({ type: 'PAYOUT_TRANSACTION', id: one.id, tags: one.tags })),
]

/** Inserts payouts with their other transactions. Members refer to them once they are written. */
export async function insertPayouts(tx: Tx, made: readonly Payout[]): Promise<void> {
  await Promise.all([
    payouts.insert(tx, {}, byExternalId(made)),
    transactions.insert(
      tx,
      { businessId: tx.businessId },
      made.flatMap(({ id: payoutId, otherTransactions }) =>
        otherTransactions.map((one, position) => ({ ...one, payoutId, position })),
      ),
    ),
    insertTags(tx, made.flatMap(taggedOf)),
  ])
}

/** Writes what can change of locked payouts: their tags, and those of their members. */
export async function updatePayouts(tx: Tx, changes: readonly Update<Payout>[]): Promise<void> {
  await Promise.all([
    payouts.update(
      tx,
      {},
      changes.map(({ after }) => after),
      { columns: ['version', 'updatedAt'] },
    ),
    replaceTags(
      tx,
      changes.flatMap(({ before, after }) => changedTags(taggedOf(before), taggedOf(after))),
    ),
  ])
}

/** Rows with all that belongs to them, in their order. */
async function complete(tx: Tx, asked: readonly string[], found: Promise<RowOf<typeof payouts>[]>): Promise<Payout[]> {
  if (asked.length === 0) return []
  const ids = [...new Set(asked)]
  const [rows, tags, members, others] = await Promise.all([
    found,
    loadTags(tx, ids, [['payout_transactions', 'payout_id']]),
    loadMembers(tx, ids),
    loadParts(tx, transactions, ids, 'payout_id', { order: 'k.position' }),
  ])
  return rows.map((row) => ({
    ...row,
    members: members.get(row.id) ?? [],
    otherTransactions: (others.get(row.id) ?? []).map((one) => ({ ...one, tags: tags.get(one.id) ?? [] })),
    tags: tags.get(row.id) ?? [],
  }))
}

/** Payouts by id with all they have, in the order of the ids; unknown ones are left out. */
export const loadPayouts = (tx: Tx, ids: readonly string[]): Promise<Payout[]> =>
  complete(tx, ids, loadRows(tx, payouts, ids))

/** The same, locked. What belongs to the rows is read once they are locked, as it is by then. */
export const lockPayouts = (tx: Tx, ids: readonly string[]): Promise<Payout[]> =>
  complete(tx, ids, lockRows(tx, payouts, ids))

/** By payout, payments first, each in the order of their ids; amounts are computed from their own documents. */
async function loadMembers(tx: Tx, payoutIds: readonly string[]): Promise<Map<string | null, PayoutMember[]>> {
  const inPayouts = (name: string, column: string): Promise<{ id: string }[]> =>
    tx.rows(`SELECT DISTINCT t.${column} AS id FROM ${ofEach(name, 'payout_id')} ORDER BY 1`, [
      tx.businessId,
      payoutIds,
    ])
  const [paymentIds, refundIds] = await Promise.all([
    inPayouts('invoice_payments', 'id'),
    inPayouts('refund_payments', 'refund_id'),
  ])
  const [payments, refunds] = await Promise.all([
    loadInvoicePayments(tx, idsOf(paymentIds)),
    loadRefunds(tx, idsOf(refundIds)),
  ])
  const ofRefunds = refunds.flatMap((refund) =>
    refund.payments.map((payment) => ({ payoutId: payment.payoutId, member: memberOfRefundPayment(refund, payment) })),
  )
  const members = [
    ...payments.map((payment) => ({ payoutId: payment.payoutId, member: memberOfPayment(payment) })),
    ...ofRefunds.sort((one, other) => (one.member.id < other.member.id ? -1 : 1)),
  ]
  return new Map(
    [...Map.groupBy(members, ({ payoutId }) => payoutId)].map(([id, own]) => [id, own.map(({ member }) => member)]),
  )
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** How many members and other transactions each of these payouts has. */
export const countPayoutParts = countingParts('payout_id', [
  'payout_transactions',
  'invoice_payments',
  'refund_payments',
])
