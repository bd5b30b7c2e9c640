/** Payouts with their members, other transactions and all their tags. */
import type { Tx } from '@pacioli/db'
import { json, safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import {
  DOCUMENT_COLUMNS,
  documentStore,
  idsOf,
  KEY,
  loadParts,
  ofEach,
  partColumns,
  writeParts,
} from '../documents/document.store.ts'
import type { Tagged } from '../tags/applied-tag.store.ts'
import { loadInvoicePayments } from './invoice-payment.store.ts'
import { memberOfPayment, memberOfRefundPayment, memberOfReturn } from './payout-member.ts'
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
  deletedAt: timestamp.orNull,
  /** Of a deleted one, what it settled: its members do not refer to it any more. */
  deletedMembers: json.as<readonly PayoutMember[]>().orNull,
})

/** As a table of parts. */
const DELETED_MEMBERS =
  '(SELECT p.business_id, p.id AS payout_id FROM payouts p CROSS JOIN jsonb_array_elements(p.deleted_members))'

const transactions = table('payout_transactions', KEY, {
  ...partColumns('payout_id'),
  externalId: text.orNull,
  amount: safeInteger,
  direction: text.as<PayoutTransaction['direction']>(),
  accountId: uuid,
  description: text.orNull,
})

/** Members are stored elsewhere, unless the payout is deleted: they refer to it, and are written after it. */
export const PAYOUT_STORE = documentStore({
  table: payouts,
  rowOf: (payout: Payout) => ({ ...payout, deletedMembers: payout.deletedAt === null ? null : payout.members }),
  taggedOf: ({ id, tags, otherTransactions }) => [
    { type: 'PAYOUT', id, tags },
    ...otherTransactions.map((one): Tagged => ({ type: 'PAYOUT_TRANSACTION', id: one.id, tags: one.tags })),
  ],
  counted: [
    'payout_id',
    ['payout_transactions', 'invoice_payments', 'invoice_payment_returns', 'refund_payments', DELETED_MEMBERS],
  ],
  taggedParts: [['payout_transactions', 'payout_id']],
  read: async (tx, ids) => {
    const [members, others] = await Promise.all([
      loadMembers(tx, ids),
      loadParts(tx, transactions, ids, 'payout_id', { order: 'k.position' }),
    ])
    return ({ deletedMembers, ...row }, withTags) => ({
      ...row,
      members: deletedMembers ?? members.get(row.id) ?? [],
      otherTransactions: (others.get(row.id) ?? []).map(withTags),
    })
  },
  writeParts: (tx, changes) => writeParts(tx, transactions, changes, 'otherTransactions'),
})
export const { load: loadPayouts, lock: lockPayouts } = PAYOUT_STORE

/** By payout, payments first, each in the order of their ids; amounts are computed from their own documents. */
async function loadMembers(tx: Tx, payoutIds: readonly string[]): Promise<Map<string | null, PayoutMember[]>> {
  const inPayouts = (name: string, column: string): Promise<{ id: string }[]> =>
    tx.rows(`SELECT DISTINCT t.${column} AS id FROM ${ofEach(name, 'payout_id')} ORDER BY 1`, [
      tx.businessId,
      payoutIds,
    ])
  const [paymentIds, returnedIds, refundIds] = await Promise.all([
    inPayouts('invoice_payments', 'id'),
    inPayouts('invoice_payment_returns', 'payment_id'),
    inPayouts('refund_payments', 'refund_id'),
  ])
  const [payments, refunds] = await Promise.all([
    loadInvoicePayments(tx, [...new Set(idsOf([...paymentIds, ...returnedIds]))].sort()),
    loadRefunds(tx, idsOf(refundIds)),
  ])
  const ofRefunds = refunds.flatMap((refund) =>
    refund.payments.map((payment) => ({ payoutId: payment.payoutId, member: memberOfRefundPayment(refund, payment) })),
  )
  const ofReturns = payments.flatMap((payment) =>
    payment.returns.map((back) => ({ payoutId: back.payoutId, member: memberOfReturn(payment, back) })),
  )
  const members = [
    ...payments.map((payment) => ({ payoutId: payment.payoutId, member: memberOfPayment(payment) })),
    ...ofRefunds.sort((one, other) => (one.member.id < other.member.id ? -1 : 1)),
    ...ofReturns.sort((one, other) => (one.member.id < other.member.id ? -1 : 1)),
  ]
  return new Map(
    [...Map.groupBy(members, ({ payoutId }) => payoutId)].map(([id, own]) => [id, own.map(({ member }) => member)]),
  )
}
