/** What transactions can be categorized as, and their counterparties. */
import { keyset, type Tx } from '@pacioli/db'
import { loadAccounts, type KnownAccount } from '@pacioli/ledger-facts'
import type { Page } from '@pacioli/paging'

/** The accounts that take postings. */
export async function loadOpenAccounts(tx: Tx): Promise<KnownAccount[]> {
  const rows = await tx.rows<{ account_id: string }>(
    'SELECT account_id FROM accounts WHERE business_id = $1 AND archived_at IS NULL',
    [tx.businessId],
  )
  const accounts = await loadAccounts(
    tx,
    rows.map((row) => row.account_id),
  )
  return [...accounts.values()]
}

export type CounterpartyRow = { id: string; name: string; created_at: Date }

/** The same order on every server. */
const NAME = 'c.name COLLATE "C"'

/** One more than the page shows, if there are more. */
export function loadCounterpartyPage(tx: Tx, pattern: string | undefined, page: Page): Promise<CounterpartyRow[]> {
  const bind: unknown[] = [tx.businessId, pattern ?? null]
  const { beyond, orderBy } = keyset(
    page,
    [
      [NAME, 'text'],
      ['c.id', 'uuid'],
    ],
    bind,
  )
  return tx.rows<CounterpartyRow>(
    `SELECT c.id, c.name, c.created_at FROM counterparties c
      WHERE c.business_id = $1 AND ($2::text IS NULL OR c.name ILIKE $2) AND ${beyond}
      ORDER BY ${orderBy} LIMIT ${page.limit + 1}`,
    bind,
  )
}

export const countCounterparties = (tx: Tx, pattern: string | undefined): Promise<number> =>
  tx.count(`SELECT count(*) FROM counterparties c WHERE c.business_id = $1 AND ($2::text IS NULL OR c.name ILIKE $2)`, [
    tx.businessId,
    pattern ?? null,
  ])
