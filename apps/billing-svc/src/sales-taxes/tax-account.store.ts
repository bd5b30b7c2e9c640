import type { Tx } from '@pacioli/db'

export type TaxAccountRow = { id: string; stableName: string | null }

/** Accounts that are known here by one of these stable names, or that have one of these ids. */
export async function findTaxAccounts(
  tx: Tx,
  stableNames: readonly string[],
  ids: readonly string[],
): Promise<TaxAccountRow[]> {
  const rows = await tx.rows<{ account_id: string; stable_name: string | null }>(
    `SELECT account_id, stable_name FROM accounts WHERE business_id = $1 AND stable_name = ANY ($2::text[])
     UNION
     SELECT account_id, stable_name FROM accounts WHERE business_id = $1 AND account_id = ANY ($3::uuid[])`,
    [tx.businessId, stableNames, ids],
  )
  return rows.map((row) => ({ id: row.account_id, stableName: row.stable_name }))
}
