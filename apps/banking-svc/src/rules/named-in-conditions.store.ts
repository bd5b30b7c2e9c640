import type { Tx } from '@pacioli/db'

/** Ids that conditions name, by kind. */
export type NamedIds<Ids> = { bankAccounts: Ids; externalAccounts: Ids; counterparties: Ids }

/** The ids among these that the business has. */
export async function findKnown(tx: Tx, named: NamedIds<readonly string[]>): Promise<NamedIds<ReadonlySet<string>>> {
  const rows = await tx.rows<{ kind: string; id: string }>(
    `SELECT 'BANK' AS kind, id FROM bank_accounts WHERE business_id = $1 AND id = ANY ($2::uuid[])
     UNION ALL SELECT 'EXTERNAL', id FROM external_accounts WHERE business_id = $1 AND id = ANY ($3::uuid[])
     UNION ALL SELECT 'COUNTERPARTY', id FROM counterparties WHERE business_id = $1 AND id = ANY ($4::uuid[])`,
    [tx.businessId, named.bankAccounts, named.externalAccounts, named.counterparties],
  )
  const idsOf = (requested: string) => new Set(rows.flatMap(({ kind, id }) => (kind === requested ? [id] : [])))
  return { bankAccounts: idsOf('BANK'), externalAccounts: idsOf('EXTERNAL'), counterparties: idsOf('COUNTERPARTY') }
}
