import { refused } from '@pacioli/errors'
import type { Tx } from '@pacioli/db'
import { FIRST_MODEL } from './models.ts'

const LOCK_SPACE = 'reporting read model'

/**
 * Lets a transaction write live events into the read models in `public`, along with others, among them replicas of the
 * previous release, which rebuild these under the same lock. Not ours are rows of another model: each release writes
 * only its own. From here on the tables are those in `public`.
 * @throws VersionConflict while they are being rebuilt: try again later
 */
export async function shareReadModel(tx: Tx, businessId: string): Promise<{ isOurs: boolean; isEmpty: boolean }> {
  const row = await tx.row<{ got: boolean; built_as: number | null }>(
    `SELECT set_config('search_path', 'public', true), pg_try_advisory_xact_lock_shared(hashtextextended($1, 0)) AS got,
            (SELECT built_as FROM public.businesses WHERE business_id = $2) AS built_as`,
    [`${LOCK_SPACE} ${businessId}`, businessId],
  )
  if (!row?.got) throw refused('VersionConflict', 'The read model of the business is being rebuilt.')
  return { isOurs: (row.built_as ?? FIRST_MODEL) <= FIRST_MODEL, isEmpty: row.built_as === null }
}

/** The tables of read models, each with its key below the business. */
export const KEYS = {
  account_days: 'tag_value_id, day, account_id, basis, is_closing',
  account_months: 'tag_value_id, month, account_id, basis, is_closing',
  entry_line_tags: 'tag_value_id, entry_id, position',
  entry_lines: 'entry_id, position',
  entries: 'entry_id',
  tag_values: 'value_id',
  tag_dimensions: 'dimension_id',
  waiting_days: 'day',
  waiting_months: 'month',
  bank_transactions: 'transaction_id',
  external_accounts: 'external_account_id',
  open_items: 'item_id',
  item_days: 'item_id, day',
  counted_entries: 'entry_id',
  aging_zones: 'business_id',
  contacts: 'contact_id',
  accounts: 'account_id',
  businesses: 'business_id',
}
export type ReadModelTable = keyof typeof KEYS
export const READ_MODELS = Object.keys(KEYS) as ReadModelTable[]

/** Removes up to so many rows of the business from the visible table; returns how many. */
export async function removeRows(tx: Tx, businessId: string, table: ReadModelTable, limit: number): Promise<number> {
  const key = KEYS[table]
  return tx.count(
    `WITH removed AS (
       DELETE FROM ${table} WHERE business_id = $1
          AND (${key}) IN (SELECT ${key} FROM ${table} WHERE business_id = $1 LIMIT $2)
       RETURNING 1)
     SELECT count(*) FROM removed`,
    [businessId, limit],
  )
}
