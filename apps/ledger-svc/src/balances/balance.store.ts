import type { Tx } from '@pacioli/db'
import type { Direction } from '@pacioli/money'

export type StoredBalance = { normality: Direction; debits: bigint; credits: bigint }

type Row = { id: string; normality: Direction; debits: string; credits: string }

/** Balances of those of the accounts that the business has, from the stored sums of months. */
export async function loadBalances(
  tx: Tx,
  businessId: string,
  accountIds: readonly string[],
  otherBasis: string,
): Promise<Map<string, StoredBalance>> {
  const rows = await tx.rows<Row>(
    `SELECT a.id, a.normality, s.debits, s.credits
       FROM accounts a
      CROSS JOIN LATERAL (
         SELECT coalesce(sum(m.debits), 0) AS debits, coalesce(sum(m.credits), 0) AS credits
           FROM account_balances m
          WHERE m.business_id = a.business_id AND m.account_id = a.id AND m.grain = 'M' AND m.basis <> $3
            AND m.tag_definition_id = '00000000-0000-0000-0000-000000000000') s
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
