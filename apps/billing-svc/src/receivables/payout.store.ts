/** Payouts with their members, other transactions and all their tags. */
import { askedColumn, violates, type Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import { insertTags, loadTags, replaceTags, type Tagged } from '../tags/applied-tag.store.ts'
import { byExternalId } from '../requests/by-external-id.ts'
import { tagsThatDiffer } from '../requests/what-differs.ts'
import { loadInvoicePayments } from './invoice-payment.store.ts'
import { loadRefunds } from './refund.store.ts'
import { memberOfPayment, memberOfRefundPayment } from './payout-member.ts'
import { insertPayoutTransactions, loadPayoutTransactions } from './payout-transactions.store.ts'
import type { Payout, PayoutMember } from './payout.ts'

const taggedOf = ({ id, tags, otherTransactions }: Payout): Tagged[] => [
  { type: 'PAYOUT', id, tags },
  ...otherTransactions.map((one): Tagged => ({ type: 'PAYOUT_TRANSACTION', id: one.id, tags: one.tags })),
]

/**
 * New payouts with their other transactions. Their members name them afterwards, as payments and refund payments are
 * written. An external_id that is taken is told by `isPayoutTaken`.
 */
export async function insertPayouts(tx: Tx, businessId: string, payouts: readonly Payout[]): Promise<void> {
  if (payouts.length === 0) return
  const rows = byExternalId(payouts)
  await tx.rows(
    `INSERT INTO payouts (business_id, id, external_id, processor, paid_out_amount, fee, completed_at,
                          clearing_account_id, memo, metadata, reference_number, version, imported_at, updated_at, asked)
     SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::timestamptz[],
                              $8::uuid[], $9::text[], $10::jsonb[], $11::text[], $12::bigint[], $13::timestamptz[],
                              $14::timestamptz[], $15::jsonb[])`,
    [
      businessId,
      rows.map(({ id }) => id),
      rows.map(({ externalId }) => externalId),
      rows.map(({ processor }) => processor),
      rows.map(({ paidOutAmount }) => paidOutAmount),
      rows.map(({ fee }) => fee),
      rows.map(({ completedAt }) => completedAt.toISOString()),
      rows.map(({ clearingAccountId }) => clearingAccountId),
      rows.map(({ memo }) => memo),
      rows.map(({ metadata }) => metadata),
      rows.map(({ referenceNumber }) => referenceNumber),
      rows.map(({ version }) => version),
      rows.map(({ importedAt }) => importedAt.toISOString()),
      rows.map(({ updatedAt }) => updatedAt.toISOString()),
      askedColumn(rows),
    ],
  )
  await insertPayoutTransactions(tx, businessId, payouts)
  await insertTags(tx, businessId, payouts.flatMap(taggedOf))
}

type Change = { before: Payout; after: Payout }

/** What can change of payouts that are held: their tags, and those of their members. */
export async function updatePayouts(tx: Tx, businessId: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const payouts = changes.map(({ after }) => after)
  await tx.rows(
    `UPDATE payouts p SET version = n.version, updated_at = n.updated_at
       FROM unnest($2::uuid[], $3::bigint[], $4::timestamptz[]) AS n(id, version, updated_at)
      WHERE p.business_id = $1 AND p.id = n.id`,
    [
      businessId,
      payouts.map(({ id }) => id),
      payouts.map(({ version }) => version),
      payouts.map(({ updatedAt }) => updatedAt.toISOString()),
    ],
  )
  await replaceTags(
    tx,
    businessId,
    changes.flatMap(({ before, after }) => tagsThatDiffer(taggedOf(before), taggedOf(after))),
  )
}

type Row = {
  id: string
  business_id: string
  external_id: string | null
  processor: string | null
  paid_out_amount: string
  fee: string
  completed_at: Date
  clearing_account_id: string
  memo: string | null
  metadata: string | null
  reference_number: string | null
  version: string
  imported_at: Date
  updated_at: Date
}

const toPayout = (row: Row): Omit<Payout, 'members' | 'otherTransactions' | 'tags'> => ({
  id: row.id,
  businessId: row.business_id,
  externalId: row.external_id,
  processor: row.processor,
  paidOutAmount: toAmount(row.paid_out_amount),
  fee: toAmount(row.fee),
  completedAt: row.completed_at,
  clearingAccountId: row.clearing_account_id,
  memo: row.memo,
  metadata: row.metadata,
  referenceNumber: row.reference_number,
  version: Number(row.version),
  importedAt: row.imported_at,
  updatedAt: row.updated_at,
})

/** Payouts by id with all they have, in the order of the ids; unknown ones are left out. */
export async function loadPayouts(tx: Tx, businessId: string, ids: readonly string[]): Promise<Payout[]> {
  if (ids.length === 0) return []
  const rows = await tx.rows<Row>(
    `SELECT p.id, p.business_id, p.external_id, p.processor, p.paid_out_amount, p.fee, p.completed_at,
            p.clearing_account_id, p.memo, p.metadata::text AS metadata, p.reference_number, p.version, p.imported_at,
            p.updated_at
       FROM unnest($2::uuid[]) WITH ORDINALITY AS asked(id, place)
      CROSS JOIN LATERAL (SELECT * FROM payouts k WHERE k.business_id = $1 AND k.id = asked.id OFFSET 0) p
      ORDER BY asked.place`,
    [businessId, ids],
  )
  const found = [...new Set(rows.map(({ id }) => id))]
  const members = await loadMembers(tx, businessId, found)
  const transactions = await loadPayoutTransactions(tx, businessId, found)
  const tags = await loadTags(tx, businessId, [...found, ...[...transactions.values()].flat().map(({ id }) => id)])
  return rows.map((row) => ({
    ...toPayout(row),
    members: members.get(row.id) ?? [],
    otherTransactions: (transactions.get(row.id) ?? []).map((one) => ({ ...one, tags: tags.get(one.id) ?? [] })),
    tags: tags.get(row.id) ?? [],
  }))
}

/**
 * The same, held until the transaction ends, locked in the order of their ids. They are read once they are held: a statement
 * that waited for a lock sees the row as it became, but not what belongs to it.
 */
export async function lockPayouts(tx: Tx, businessId: string, ids: readonly string[]): Promise<Map<string, Payout>> {
  if (ids.length === 0) return new Map()
  const held = await tx.rows<{ id: string }>(
    // No key changes: who writes rows that refer to one waits for nobody.
    'SELECT id FROM payouts WHERE business_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR NO KEY UPDATE',
    [businessId, [...new Set(ids)]],
  )
  const payouts = await loadPayouts(
    tx,
    businessId,
    held.map(({ id }) => id),
  )
  return new Map(payouts.map((payout) => [payout.id, payout]))
}

/** By payout, payments first, each in the order of their ids: what they brought is computed from their own documents. */
async function loadMembers(
  tx: Tx,
  businessId: string,
  payoutIds: readonly string[],
): Promise<Map<string, PayoutMember[]>> {
  const members = [
    ...(await loadPaymentMembers(tx, businessId, payoutIds)),
    ...(await loadRefundPaymentMembers(tx, businessId, payoutIds)),
  ]
  const byPayout = Map.groupBy(members, ({ payoutId }) => payoutId)
  return new Map([...byPayout].map(([id, ofPayout]) => [id, ofPayout.map(({ member }) => member)]))
}

type MemberOf = { payoutId: string; member: PayoutMember }

/** What names these payouts. OFFSET 0 keeps it a lookup for each of them. */
const ofPayouts = (table: string): string =>
  `unnest($2::uuid[]) AS p(id)
    CROSS JOIN LATERAL (SELECT * FROM ${table} k WHERE k.business_id = $1 AND k.payout_id = p.id OFFSET 0) m
    ORDER BY m.id`

async function loadPaymentMembers(tx: Tx, businessId: string, payoutIds: readonly string[]): Promise<MemberOf[]> {
  const rows = await tx.rows<{ id: string }>(`SELECT m.id FROM ${ofPayouts('invoice_payments')}`, [
    businessId,
    payoutIds,
  ])
  const payments = await loadInvoicePayments(
    tx,
    businessId,
    rows.map(({ id }) => id),
  )
  return payments.flatMap((payment) =>
    payment.payoutId === null ? [] : [{ payoutId: payment.payoutId, member: memberOfPayment(payment) }],
  )
}

async function loadRefundPaymentMembers(tx: Tx, businessId: string, payoutIds: readonly string[]): Promise<MemberOf[]> {
  const rows = await tx.rows<{ id: string; refund_id: string }>(
    `SELECT m.id, m.refund_id FROM ${ofPayouts('refund_payments')}`,
    [businessId, payoutIds],
  )
  const refunds = await loadRefunds(tx, businessId, [...new Set(rows.map(({ refund_id }) => refund_id))])
  const known = new Map(
    refunds.flatMap((refund) => refund.payments.map((payment) => [payment.id, { refund, payment }])),
  )
  return rows.flatMap(({ id }) => {
    const { refund, payment } = known.get(id) ?? {}
    if (!refund || !payment || payment.payoutId === null) return []
    return [{ payoutId: payment.payoutId, member: memberOfRefundPayment(refund, payment) }]
  })
}

/** Which payout has which external_id. */
export async function findPayoutIds(
  tx: Tx,
  businessId: string,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  if (externalIds.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; external_id: string }>(
    'SELECT id, external_id FROM payouts WHERE business_id = $1 AND external_id = ANY ($2::text[])',
    [businessId, externalIds],
  )
  return new Map(rows.map(({ id, external_id }) => [external_id, id]))
}

export const isPayoutTaken = (error: unknown): boolean => violates(error, 'payouts_external_id')
