import type { Tx } from '@pacioli/db'
import type { Kept } from './outbox.store.ts'

/** The identity of the stream, how far it has come, and the servers that have it; empty where there is one alone. */
export type StreamFacts = { stream: string; created: string; lastSequence: number; servers: string }

export type Remembered = StreamFacts & {
  losses: number
  replaying: boolean
  /** An event that it had, and where. */
  kept: Kept | undefined
  /** Events of the last minutes are to be published once more: in so many milliseconds, or since then. */
  againInMs: number | undefined
}

/** The relays' record of the stream, and whether one of them has ordered a replay that isn't over. */
export async function recallStream(tx: Tx, stream: string): Promise<Remembered | undefined> {
  const row = await tx.row<{
    created: string
    last_sequence: string
    servers: string | null
    losses: string
    replaying: boolean
    kept_sequence: string | null
    kept_id: string | null
    again_in_ms: string | null
  }>(
    `SELECT created, last_sequence, servers, losses, replay_until IS NOT NULL AS replaying, kept_sequence, kept_id,
            extract(epoch FROM again_at - now()) * 1000 AS again_in_ms
       FROM relay_state WHERE stream = $1`,
    [stream],
  )
  if (!row) return undefined
  const { created, replaying, kept_sequence: sequence, kept_id: id } = row
  return {
    stream,
    created,
    lastSequence: Number(row.last_sequence),
    servers: row.servers ?? '',
    losses: Number(row.losses),
    replaying,
    kept: id === null ? undefined : { sequence: Number(sequence), id },
    againInMs: row.again_in_ms === null ? undefined : Number(row.again_in_ms),
  }
}

/** Records a stream that was never seen before. */
export async function rememberStream(tx: Tx, { stream, created, lastSequence, servers }: StreamFacts): Promise<void> {
  await tx.rows(
    `INSERT INTO relay_state (stream, created, last_sequence, servers) VALUES ($1, $2, $3, $4)
     ON CONFLICT (stream) DO NOTHING`,
    [stream, created, lastSequence, servers],
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
        SET created = $2, last_sequence = $3, servers = $6, losses = losses + 1, kept_sequence = NULL, kept_id = NULL,
            replay_from = now() - make_interval(days => $4), replay_until = clock_timestamp(),
            replay_position = 0, replay_last = coalesce((SELECT max(position) FROM events), 0),
            safe_position = 0, safe_at = '-infinity', next_position = 0, next_at = '-infinity'
      WHERE stream = $1 AND created = $5`,
    [seen.stream, seen.created, seen.lastSequence, replayDays, known.created, seen.servers],
  )
}

/**
 * The stream may have lost its last minutes, and consumers what they were about to be given: records its servers, and
 * orders what was published since it was safe to be published again, in addition to what a replay that is under way has
 * left, and once more after `againInMs` if that is given. Does nothing if another relay was first.
 */
export async function orderRepeat(
  tx: Tx,
  { stream, created, losses }: Remembered,
  servers: string,
  againInMs: number | undefined,
): Promise<void> {
  await tx.rows(
    `UPDATE relay_state
        SET servers = $4, losses = losses + 1, again_at = now() + make_interval(secs => $5::float / 1000),
            replay_from = least(replay_from, safe_at - $6::interval), replay_until = clock_timestamp(),
            replay_position = least(CASE WHEN replay_until IS NOT NULL THEN replay_position END, greatest(safe_position - 1, 0)),
            replay_last = coalesce((SELECT max(position) FROM events), 0)
      WHERE stream = $1 AND created = $2 AND losses = $3`,
    [stream, created, losses, servers, againInMs ?? null, STRAGGLERS],
  )
}

/** Records the servers of the stream. */
export async function rememberServers(tx: Tx, { stream, losses }: Remembered, servers: string): Promise<void> {
  await tx.rows('UPDATE relay_state SET servers = $3 WHERE stream = $1 AND losses = $2', [stream, losses, servers])
}

/**
 * Notes from which position on events are not published yet; what was noted a minute ago, or before that, is safe from
 * now on, because transactions that had taken their positions by then have ended. Nothing is while anything is published
 * again.
 */
export async function noteSafe(tx: Tx, { stream, losses }: Remembered): Promise<void> {
  await tx.rows(
    `UPDATE relay_state
        SET safe_position = next_position, safe_at = next_at, next_at = now(),
            next_position = coalesce((SELECT position FROM event_queue ORDER BY position LIMIT 1),
                                     (SELECT max(position) + 1 FROM events), 0)
      WHERE stream = $1 AND losses = $2 AND next_at < now() - $3::interval AND replay_until IS NULL AND again_at IS NULL`,
    [stream, losses, STRAGGLERS],
  )
}

/**
 * A transaction that marked events of the outbox as sent before the loss was seen, but commits after it, has ended by
 * then. Where there are no events in the outbox, there is none.
 */
const STRAGGLERS = '1 minute'

/** Lets a batch of what has to be published again wait for it; returns how many, or `done` when nothing is left. */
export async function replaySome(tx: Tx, stream: string, limit: number): Promise<number | 'done'> {
  // Locked, because a relay that takes events out of the queue may be about to commit.
  const state = await tx.row<{ over: boolean; position: string; last: string }>(
    `SELECT clock_timestamp() > replay_until + $2::interval OR NOT EXISTS (SELECT FROM outbox) AS over, replay_position AS position, replay_last AS last
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
