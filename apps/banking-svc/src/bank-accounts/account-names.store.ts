import type { Tx } from '@pacioli/db'

/** The names of external accounts, by id. */
export async function loadAccountNames(tx: Tx, externalAccountIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; account_name: string }>(
    'SELECT id, account_name FROM external_accounts WHERE business_id = $1 AND id = ANY ($2::uuid[])',
    [tx.businessId, externalAccountIds],
  )
  return new Map(rows.map((row) => [row.id, row.account_name]))
}
