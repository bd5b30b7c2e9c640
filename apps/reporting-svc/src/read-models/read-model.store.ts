import type { Tx } from '@pacioli/db'
import { FIRST_MODEL } from './models.ts'

const LOCK_SPACE = 'reporting read model'

/**
 * The read models of a business in `public`. Not ours are rows of another model: each release writes only its own. While they
 * are being rebuilt, nothing may be written into them.
 */
export type PublicModel = { businessId: string; isOurs: boolean; isEmpty: boolean; isRebuilt: boolean }

/**
 * Lets a transaction write live events into the read models in `public`, along with others, among them replicas of the
 * previous release, which rebuild these under the same lock. From here on the tables are those in `public`.
 */
export async function shareReadModels(tx: Tx, businessIds: readonly string[]): Promise<PublicModel[]> {
  tx.lookIn('public')
  const rows = await tx.rows<{ businessId: string; got: boolean; builtAs: number | null }>(
    `SELECT asked.id AS "businessId", pg_try_advisory_xact_lock_shared(hashtextextended($1 || asked.id, 0)) AS got,
            (SELECT built_as FROM businesses WHERE business_id = asked.id) AS "builtAs"
       FROM unnest($2::uuid[]) AS asked (id)`,
    [`${LOCK_SPACE} `, [...businessIds]],
  )
  return rows.map(({ businessId, got, builtAs }) => ({
    businessId,
    isOurs: (builtAs ?? FIRST_MODEL) <= FIRST_MODEL,
    isEmpty: builtAs === null,
    isRebuilt: !got,
  }))
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
  record_marks: 'owner',
}
export type ReadModelTable = keyof typeof KEYS
export const READ_MODELS = Object.keys(KEYS) as ReadModelTable[]

/**
 * Removes up to so many rows of the business from the visible table, in the order of the key; returns how many. It reads where
 * they end first: to look each up among rows that were written just now, which the planner knows nothing of, takes minutes.
 */
export async function removeRows(tx: Tx, businessId: string, table: ReadModelTable, limit: number): Promise<number> {
  const key = KEYS[table]
  const [next] = await tx.rows<Record<string, unknown>>(
    `SELECT ${key} FROM ${table} WHERE business_id = $1 ORDER BY ${key} OFFSET $2 LIMIT 1`,
    [businessId, limit],
  )
  const before = next ? key.split(', ').map((column) => next[column]) : []
  const isBefore = next ? `AND (${key}) < (${before.map((_, index) => `$${index + 2}`).join(', ')})` : ''
  return tx.count(
    `WITH removed AS (DELETE FROM ${table} WHERE business_id = $1 ${isBefore} RETURNING 1) SELECT count(*) FROM removed`,
    [businessId, ...before],
  )
}
