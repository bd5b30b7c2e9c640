/** What else processors settled with their payouts. */
import type { Tx } from '@pacioli/db'
import { toAmount } from '@pacioli/money'
import type { Payout, PayoutTransaction } from './payout.ts'

type Row = {
  id: string
  payout_id: string
  external_id: string | null
  amount: string
  direction: PayoutTransaction['direction']
  account_id: string
  description: string | null
}

type Stored = Omit<PayoutTransaction, 'tags'>

const toTransaction = (row: Row): Stored => ({
  id: row.id,
  externalId: row.external_id,
  amount: toAmount(row.amount),
  direction: row.direction,
  accountId: row.account_id,
  description: row.description,
})

/** By payout, in the order of each, without their tags. */
export async function loadPayoutTransactions(
  tx: Tx,
  businessId: string,
  payoutIds: readonly string[],
): Promise<Map<string, Stored[]>> {
  if (payoutIds.length === 0) return new Map()
  const rows = await tx.rows<Row>(
    `SELECT t.id, t.payout_id, t.external_id, t.amount, t.direction, t.account_id, t.description
       FROM unnest($2::uuid[]) AS p(id)
      CROSS JOIN LATERAL (SELECT * FROM payout_transactions k WHERE k.business_id = $1 AND k.payout_id = p.id
                           ORDER BY k.position OFFSET 0) t`,
    [businessId, payoutIds],
  )
  const byPayout = Map.groupBy(rows, ({ payout_id }) => payout_id)
  return new Map([...byPayout].map(([id, ofPayout]) => [id, ofPayout.map(toTransaction)]))
}

/** Those of payouts that are being inserted. */
export async function insertPayoutTransactions(tx: Tx, businessId: string, payouts: readonly Payout[]): Promise<void> {
  const transactions = payouts.flatMap(({ id: payoutId, otherTransactions }) =>
    otherTransactions.map((one, position) => ({ ...one, payoutId, position })),
  )
  if (transactions.length === 0) return
  await tx.rows(
    `INSERT INTO payout_transactions (business_id, id, payout_id, position, external_id, amount, direction, account_id,
                                      description)
     SELECT $1, * FROM unnest($2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::bigint[], $7::text[], $8::uuid[],
                              $9::text[])`,
    [
      businessId,
      transactions.map(({ id }) => id),
      transactions.map(({ payoutId }) => payoutId),
      transactions.map(({ position }) => position),
      transactions.map(({ externalId }) => externalId),
      transactions.map(({ amount }) => amount),
      transactions.map(({ direction }) => direction),
      transactions.map(({ accountId }) => accountId),
      transactions.map(({ description }) => description),
    ],
  )
}

/** How many members and other transactions each of these payouts has. */
export async function countPayoutParts(
  tx: Tx,
  businessId: string,
  payoutIds: readonly string[],
): Promise<Map<string, number>> {
  const counts = ['payout_transactions', 'invoice_payments', 'refund_payments'].map(
    (table) => `(SELECT count(*) FROM ${table} k WHERE k.business_id = $1 AND k.payout_id = p.id)`,
  )
  const rows = await tx.rows<{ id: string; parts: string }>(
    `SELECT p.id, ${counts.join(' + ')} AS parts FROM unnest($2::uuid[]) AS p(id)`,
    [businessId, payoutIds],
  )
  return new Map(rows.map(({ id, parts }) => [id, Number(parts)]))
}
