import type { Tx } from '@pacioli/db'
import { table, uuid } from '@pacioli/db/table'
import { summed, type ItemMove } from './item-moves.ts'

/**
 * Lets one transaction at a time write the aging of a business, so that rows may be written in any order. Each set of
 * tables has a lock of its own: otherwise a transaction that feeds two, one after the other, would wait for the build
 * of the second.
 */
export function lockAging(tx: Tx, businessId: string): void {
  tx.send(
    `SELECT pg_advisory_xact_lock(hashtextextended(
       $1 || CASE current_schema() WHEN 'public' THEN '' ELSE ' ' || current_schema() END, 0))`,
    [`reporting aging ${businessId}`],
  )
}

const countedEntries = table('counted_entries', ['businessId', 'entryId'], { businessId: uuid, entryId: uuid })

/** Marks the entries as counted; returns those that were not. */
export async function markCounted(tx: Tx, businessId: string, entryIds: readonly string[]): Promise<Set<string>> {
  const rows = entryIds.map((entryId) => ({ entryId }))
  const onConflict = '(business_id, entry_id) DO NOTHING'
  const marked = await countedEntries.insert(tx, { businessId }, rows, { onConflict, returning: ['entryId'] })
  return new Set(marked.map(({ entryId }) => entryId))
}

/** Moves balances, and records by how much on which day. */
export function moveItems(tx: Tx, businessId: string, moves: readonly ItemMove[]): void {
  const sums = summed(moves)
  if (sums.length === 0) return
  tx.send(
    `WITH moves AS (
       SELECT * FROM unnest($2::uuid[], $3::date[], $4::bigint[]) AS m(item_id, day, amount)
     ), days AS (
       INSERT INTO item_days AS known (business_id, item_id, day, amount) SELECT $1::uuid, item_id, day, amount FROM moves
       ON CONFLICT (business_id, item_id, day) DO UPDATE SET amount = known.amount + excluded.amount
     )
     INSERT INTO open_items AS known (business_id, item_id, balance, last_day)
     SELECT $1::uuid, item_id, sum(amount)::bigint, max(day) FROM moves GROUP BY item_id
     ON CONFLICT (business_id, item_id) DO UPDATE
       SET balance = known.balance + excluded.balance, last_day = greatest(known.last_day, excluded.last_day)`,
    [
      businessId,
      sums.map(({ itemId }) => itemId),
      sums.map(({ day }) => day),
      sums.map(({ amount }) => amount.toString()),
    ],
  )
}
