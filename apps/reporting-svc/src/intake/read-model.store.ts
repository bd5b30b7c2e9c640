import { refused } from '@pacioli/errors'
import type { Tx } from '@pacioli/db'

const LOCK_SPACE = 'reporting read model'

/**
 * Lets a transaction write live events into the read model of the business, along with others that do.
 * @throws VersionConflict while the read model is being rebuilt: try again later
 */
export async function shareReadModel(tx: Tx, businessId: string): Promise<void> {
  const row = await tx.row<{ got: boolean }>(
    `SELECT pg_try_advisory_xact_lock_shared(hashtextextended($1, 0)) AS got`,
    [`${LOCK_SPACE} ${businessId}`],
  )
  if (!row?.got) throw refused('VersionConflict', 'The read model of the business is being rebuilt.')
}

/** Keeps live events of the business out until the transaction ends. Waits for those under way. */
export async function holdReadModel(tx: Tx, businessId: string): Promise<void> {
  await tx.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`${LOCK_SPACE} ${businessId}`])
}

const READ_MODELS = [
  'account_days',
  'account_months',
  'entry_line_tags',
  'entry_lines',
  'entries',
  'tag_values',
  'tag_dimensions',
  'waiting_days',
  'waiting_months',
  'bank_transactions',
  'external_accounts',
  'open_items',
  'item_days',
  'counted_entries',
  'aging_zones',
  'contacts',
  'accounts',
  'businesses',
]

/** Empties the read models of the business, and nothing else. */
export async function clearReadModel(tx: Tx, businessId: string): Promise<void> {
  for (const table of READ_MODELS) await tx.rows(`DELETE FROM ${table} WHERE business_id = $1`, [businessId])
}
