import type { Tx } from '@pacioli/db'

/** The partitions of `events`, by their slots. */
const PARTITIONS = ['events_0', 'events_1', 'events_2', 'events_3', 'events_4'] as const

/** A partition is written to for so long; while the next ones are, the four before it stay for eight days. */
const TURN_DAYS = 2

/** Lets writers go on to the next partition once they wrote to one for two days, if that one is empty. */
export async function turnToNextSlot(tx: Tx): Promise<void> {
  const next = await tx.row<{ slot: number }>(
    `UPDATE event_slots s SET is_current = false
       FROM event_slots next
      WHERE s.is_current AND s.begun_at < now() - make_interval(days => $1)
        AND next.slot = (s.slot + 1) % $2 AND next.begun_at IS NULL
     RETURNING next.slot`,
    [TURN_DAYS, PARTITIONS.length],
  )
  if (next) await tx.rows('UPDATE event_slots SET is_current = true, begun_at = now() WHERE slot = $1', [next.slot])
}

/**
 * Notes which partitions have nothing in the queue any more, and forgets it of those that have again, after the stream
 * was lost. Returns those that have had nothing there for so many days: what was published of them was published before.
 */
export async function findOldSlots(tx: Tx, days: number): Promise<number[]> {
  await tx.rows(
    `UPDATE event_slots s
        SET drained_at = CASE WHEN NOT EXISTS (SELECT FROM event_queue q WHERE q.slot = s.slot) THEN coalesce(s.drained_at, now()) END
      WHERE NOT s.is_current AND s.begun_at IS NOT NULL`,
  )
  const old = await tx.rows<{ slot: number }>(`SELECT s.slot FROM event_slots s WHERE ${IS_OLD} ORDER BY s.slot`, [
    days,
  ])
  return old.map(({ slot }) => slot)
}

/**
 * What was published, but is to be published again, is not in the queue yet. An order that nobody has followed for a month is of a stream
 * that is not used any more.
 */
const IS_OLD = `NOT s.is_current AND s.drained_at < now() - make_interval(days => $1)
  AND NOT EXISTS (SELECT FROM relay_state r WHERE r.replay_until > now() - interval '1 month')`

/** Removes all events of such a partition; false where some of them wait in the queue after all. */
export async function emptySlot(tx: Tx, slot: number, days: number): Promise<boolean> {
  const partition = PARTITIONS[slot]
  // Locked first: no transaction that has written to it is open then, and the queue shows what they wrote.
  await tx.rows(`LOCK TABLE ${partition} IN ACCESS EXCLUSIVE MODE`)
  const old = await tx.rows(
    `UPDATE event_slots s SET begun_at = NULL, drained_at = NULL
      WHERE s.slot = $2 AND ${IS_OLD} AND NOT EXISTS (SELECT FROM event_queue q WHERE q.slot = s.slot)
     RETURNING 1`,
    [days, slot],
  )
  if (old.length === 0) return false
  await tx.rows(`TRUNCATE ${partition}`)
  return true
}
