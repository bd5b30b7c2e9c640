import type { Tx } from '@pacioli/db'

/** The identity of the stream, and how far it has come. */
export type StreamFacts = { stream: string; created: string; lastSequence: number }

type Remembered = StreamFacts & { losses: number; replaying: boolean }

/** The relays' record of the stream, and whether one of them has ordered a replay that isn't over. */
export async function recallStream(tx: Tx, stream: string): Promise<Remembered | undefined> {
  const row = await tx.row<{ created: string; last_sequence: string; losses: string; replaying: boolean }>(
    'SELECT created, last_sequence, losses, replay_until IS NOT NULL AS replaying FROM relay_state WHERE stream = $1',
    [stream],
  )
  if (!row) return undefined
  const { created, replaying } = row
  return { stream, created, lastSequence: Number(row.last_sequence), losses: Number(row.losses), replaying }
}

/** Records a stream that was never seen before. */
export async function rememberStream(tx: Tx, seen: StreamFacts): Promise<void> {
  await tx.rows(
    'INSERT INTO relay_state (stream, created, last_sequence) VALUES ($1, $2, $3) ON CONFLICT (stream) DO NOTHING',
    [seen.stream, seen.created, seen.lastSequence],
  )
}

/**
 * The stream has changed: records the new one, and orders what was published to be published again: of the outbox what
 * was sent in the last `replayDays`, and all events that are kept beside the queue, which holds those of as many days.
 * What is queued needs no order, and nothing above the last position was published before. Does nothing if another
 * relay has found the new stream first.
 */
export async function orderReplay(tx: Tx, known: StreamFacts, seen: StreamFacts, replayDays: number): Promise<void> {
  await tx.rows(
    `UPDATE relay_state
        SET created = $2, last_sequence = $3, losses = losses + 1,
            replay_from = now() - make_interval(days => $4), replay_until = clock_timestamp(),
            replay_position = 0, replay_last = coalesce((SELECT max(position) FROM events), 0)
      WHERE stream = $1 AND created = $5`,
    [seen.stream, seen.created, seen.lastSequence, replayDays, known.created],
  )
}

/**
 * A transaction that marked events of the outbox as sent before the loss was seen, but commits after it, has ended by
 * then.
 */
const STRAGGLERS = '1 minute'

/** Lets a batch of what has to be published again wait for it; returns how many, or `done` when nothing is left. */
export async function replaySome(tx: Tx, stream: string, limit: number): Promise<number | 'done'> {
  // Locked, because a relay that takes events out of the queue may be about to commit.
  const state = await tx.row<{ over: boolean; position: string; last: string }>(
    `SELECT clock_timestamp() > replay_until + $2::interval AS over, replay_position AS position, replay_last AS last
       FROM relay_state WHERE stream = $1 AND replay_until IS NOT NULL FOR UPDATE`,
    [stream, STRAGGLERS],
  )
  if (!state) return 'done'
  // Those of the outbox first: what is in the queue came later.
  const count = (await unmarkSome(tx, stream, limit)) || (await requeueSome(tx, stream, state, limit))
  if (count > 0 || !state.over) return count
  await tx.rows('UPDATE relay_state SET replay_from = NULL, replay_until = NULL WHERE stream = $1', [stream])
  return 'done'
}

/** Each event comes up once, because publishing it again gives it a time after `replay_until`. */
async function unmarkSome(tx: Tx, stream: string, limit: number): Promise<number> {
  const marked = await tx.rows(
    `UPDATE outbox u SET sent_at = NULL
       FROM (SELECT o.business_id, o.id FROM outbox o, relay_state r
              WHERE r.stream = $1 AND o.sent_at >= r.replay_from AND o.sent_at < r.replay_until
              ORDER BY o.sent_at LIMIT $2 FOR UPDATE OF o SKIP LOCKED) AS again
      WHERE u.business_id = again.business_id AND u.id = again.id
     RETURNING 1`,
    [stream, limit],
  )
  return marked.length
}

/** Puts the next events after `position` back at their places in the queue, unless they are there. */
async function requeueSome(
  tx: Tx,
  stream: string,
  { position, last }: { position: string; last: string },
  limit: number,
): Promise<number> {
  if (BigInt(position) >= BigInt(last)) return 0
  const { count } = await tx.one<{ count: number }>(
    `WITH again AS MATERIALIZED (
       -- The end is no condition of the inner query: as one, it would seem so narrow that all that is left were sorted
       -- for each batch, where there are no statistics, as after a restore.
       SELECT e.*
         FROM (SELECT position, slot, business_id, aggregate_type, aggregate_id, version, created_at
                 FROM events WHERE position > $2 ORDER BY position LIMIT $4) e
        WHERE e.position <= $3
     ), queued AS (
       INSERT INTO event_queue (position, slot, business_id, aggregate_type, aggregate_id, version, created_at)
         SELECT * FROM again ORDER BY position ON CONFLICT DO NOTHING
     ), reached AS (
       SELECT count(*)::int AS count, coalesce(max(position), $3) AS position FROM again
     ), noted AS (
       UPDATE relay_state s SET replay_position = reached.position FROM reached WHERE s.stream = $1
     )
     SELECT count FROM reached`,
    [stream, position, last, limit],
  )
  return count
}
