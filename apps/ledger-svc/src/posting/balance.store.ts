import type { Tx } from '@pacioli/db'
import type { Direction } from '@pacioli/money'
import type { Tenant } from '@pacioli/rpc'

export type KeptBalance = { normality: Direction; debits: bigint; credits: bigint }

type Row = { id: string | null; normality: Direction; debits: string; credits: string }

/**
 * Balances of those of the accounts that the business has, from the sums that are kept by month; undefined if the client
 * has no such business.
 */
export async function loadBalances(
  tx: Tx,
  { clientId, businessId }: Tenant,
  accountIds: readonly string[],
  otherBasis: string,
): Promise<Map<string, KeptBalance> | undefined> {
  const rows = await tx.rows<Row>(
    `SELECT a.id, a.normality, s.debits, s.credits
       FROM businesses b
       LEFT JOIN accounts a ON a.business_id = b.id AND a.id = ANY ($3::uuid[])
       LEFT JOIN LATERAL (
         SELECT coalesce(sum(m.debits), 0) AS debits, coalesce(sum(m.credits), 0) AS credits
           FROM account_balances m
          WHERE m.business_id = a.business_id AND m.account_id = a.id AND m.grain = 'M' AND m.basis <> $4
            AND m.tag_definition_id = '00000000-0000-0000-0000-000000000000') s ON true
      WHERE b.id = $1 AND b.client_id = $2`,
    [businessId, clientId, [...accountIds], otherBasis],
  )
  if (rows.length === 0) return undefined
  return new Map(
    rows.flatMap(({ id, normality, debits, credits }): [string, KeptBalance][] =>
      id === null ? [] : [[id, { normality, debits: BigInt(debits), credits: BigInt(credits) }]],
    ),
  )
}
