import type { Tx } from '@pacioli/db'
import type { Direction } from '@pacioli/money'

export type StoredBalance = { normality: Direction; debits: bigint; credits: bigint }

type Row = { id: string; normality: Direction; debits: string; credits: string }

/** Balances of those of the accounts that the business has, from the stored sums. */
export async function loadBalances(
  tx: Tx,
  businessId: string,
  accountIds: readonly string[],
  otherBasis: string,
): Promise<Map<string, StoredBalance>> {
  const rows = await tx.rows<Row>(
    `SELECT a.id, a.normality, s.debits, s.credits
       FROM accounts a
       JOIN businesses b ON b.id = a.business_id
      CROSS JOIN LATERAL (
         SELECT coalesce(sum(m.debits), 0) AS debits, coalesce(sum(m.credits), 0) AS credits
           FROM account_sums_v1(a.business_id, b.months_before, 'infinity') m
          WHERE m.account_id = a.id AND m.basis <> $3) s
      WHERE a.business_id = $1 AND a.id = ANY ($2::uuid[])`,
    [businessId, [...accountIds], otherBasis],
  )
  return new Map(
    rows.map(({ id, normality, debits, credits }) => [
      id,
      { normality, debits: BigInt(debits), credits: BigInt(credits) },
    ]),
  )
}
