import type { Tx } from '@pacioli/db'
import { table, uuid } from '@pacioli/db/table'
import { summed, type EntryMoves, type ItemMove } from './item-moves.ts'

/**
 * Lets one transaction at a time write the aging of a business, so that rows may be written in any order. Each set of
 * tables has a lock of its own: otherwise a transaction that feeds two, one after the other, would wait for the build
 * of the second.
 * @param businessIds in the order in which locks are taken
 */
export function lockAging(tx: Tx, businessIds: readonly string[]): void {
  tx.send(
    `SELECT pg_advisory_xact_lock(hashtextextended(
       name || CASE current_schema() WHEN 'public' THEN '' ELSE ' ' || current_schema() END, 0))
       FROM unnest($1::text[]) AS of_business (name)`,
    [businessIds.map((businessId) => `reporting aging ${businessId}`)],
  )
}

const countedEntries = table('counted_entries', ['businessId', 'entryId'], { businessId: uuid, entryId: uuid })

/** Marks the entries as counted; returns those that were not. */
export const markCounted = (
  tx: Tx,
  entries: readonly EntryMoves[],
): Promise<Pick<EntryMoves, 'businessId' | 'entryId'>[]> =>
  countedEntries.insert(tx, {}, entries, {
    onConflict: '(business_id, entry_id) DO NOTHING',
    returning: ['businessId', 'entryId'],
  })

/** Moves balances, and records by how much on which day. */
export function moveItems(tx: Tx, moves: readonly ItemMove[]): void {
  const sums = summed(moves)
  if (sums.length === 0) return
  tx.send(
    `WITH moves AS (
       SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::date[], $4::bigint[]) AS m(business_id, item_id, day, amount)
     ), days AS (
       INSERT INTO item_days AS known (business_id, item_id, day, amount)
       SELECT business_id, item_id, day, amount FROM moves
       ON CONFLICT (business_id, item_id, day) DO UPDATE SET amount = known.amount + excluded.amount
     )
     INSERT INTO open_items AS known (business_id, item_id, balance, last_day)
     SELECT business_id, item_id, sum(amount)::bigint, max(day) FROM moves GROUP BY business_id, item_id
     ON CONFLICT (business_id, item_id) DO UPDATE
       SET balance = known.balance + excluded.balance, last_day = greatest(known.last_day, excluded.last_day)`,
    [
      sums.map(({ businessId }) => businessId),
      sums.map(({ itemId }) => itemId),
      sums.map(({ day }) => day),
      sums.map(({ amount }) => amount.toString()),
    ],
  )
}
