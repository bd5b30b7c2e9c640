/** What transactions can be categorized as, and whom they were with. */
import type { Tx } from '@pacioli/db'
import { loadAccounts, type KnownAccount } from '@pacioli/ledger-facts'
import type { Page } from '@pacioli/paging'

/** The accounts that take postings. */
export async function loadOpenAccounts(tx: Tx, businessId: string): Promise<KnownAccount[]> {
  const rows = await tx.rows<{ account_id: string }>(
    'SELECT account_id FROM accounts WHERE business_id = $1 AND archived_at IS NULL',
    [businessId],
  )
  const accounts = await loadAccounts(
    tx,
    businessId,
    rows.map((row) => row.account_id),
  )
  return [...accounts.values()]
}

export type CounterpartyRow = { id: string; name: string; created_at: Date }

/** The same order on every server. */
const NAME = 'c.name COLLATE "C"'

/** One more than the page shows, if there are more. */
export function loadCounterpartyPage(
  tx: Tx,
  businessId: string,
  pattern: string | undefined,
  page: Page,
): Promise<CounterpartyRow[]> {
  const [later, order] = page.sortOrder === 'ASC' ? ['>', 'ASC'] : ['<', 'DESC']
  const after = page.after ? `AND (${NAME}, c.id) ${later} ($3::text COLLATE "C", $4::uuid)` : ''
  return tx.rows<CounterpartyRow>(
    `SELECT c.id, c.name, c.created_at FROM counterparties c
      WHERE c.business_id = $1 AND ($2::text IS NULL OR c.name ILIKE $2) ${after}
      ORDER BY ${NAME} ${order}, c.id ${order} LIMIT ${page.limit + 1}`,
    [businessId, pattern ?? null, ...(page.after ?? [])],
  )
}

export async function countCounterparties(tx: Tx, businessId: string, pattern: string | undefined): Promise<number> {
  const row = await tx.row<{ count: string }>(
    `SELECT count(*) AS count FROM counterparties c
      WHERE c.business_id = $1 AND ($2::text IS NULL OR c.name ILIKE $2)`,
    [businessId, pattern ?? null],
  )
  return Number(row?.count ?? 0)
}
