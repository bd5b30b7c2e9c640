import type { Database, Tx } from '@pacioli/db'

/** The key of an event in the outbox. */
export type EventKey = { businessId: string; id: string }

/** An unsent event that this transaction has locked. */
export type ClaimedEvent = EventKey & { subject: string; event: string }

/**
 * Locks up to `limit` unsent events, oldest first, skipping those another relay has locked, and those whose aggregate
 * has an earlier unsent one: so an aggregate's events leave in version order, however many relays run.
 */
export const claimUnsent = (tx: Tx, limit: number): Promise<ClaimedEvent[]> =>
  tx.rows<ClaimedEvent>('SELECT business_id AS "businessId", id, subject, event FROM claim_unsent_v1($1)', [limit])

/**
 * Marks claimed events as sent and records how far the stream has come. `now()` is when the transaction began, so
 * before anything was published: events swallowed by a lost stream carry a time before the loss was seen.
 */
export function markSent(tx: Tx, events: readonly EventKey[], stream: string, lastSequence: number): void {
  tx.send(
    `WITH sent AS (
       UPDATE outbox o SET sent_at = now()
         FROM unnest($1::uuid[], $2::uuid[]) AS s(business_id, id)
        WHERE o.business_id = s.business_id AND o.id = s.id)
     UPDATE relay_state SET last_sequence = greatest(last_sequence, $4) WHERE stream = $3`,
    [events.map(({ businessId }) => businessId), events.map(({ id }) => id), stream, lastSequence],
  )
}

/** The identity of the stream, and how far it has come. */
export type StreamFacts = { stream: string; created: string; lastSequence: number }

/** The relays' record of the stream, and whether one of them has ordered a replay that isn't over. */
export async function recallStream(
  tx: Tx,
  stream: string,
): Promise<(StreamFacts & { replaying: boolean }) | undefined> {
  const row = await tx.row<{ created: string; last_sequence: string; replaying: boolean }>(
    'SELECT created, last_sequence, replay_until IS NOT NULL AS replaying FROM relay_state WHERE stream = $1',
    [stream],
  )
  return row && { stream, created: row.created, lastSequence: Number(row.last_sequence), replaying: row.replaying }
}

/** Records a stream that was never seen before. */
export async function rememberStream(tx: Tx, seen: StreamFacts): Promise<void> {
  await tx.rows(
    'INSERT INTO relay_state (stream, created, last_sequence) VALUES ($1, $2, $3) ON CONFLICT (stream) DO NOTHING',
    [seen.stream, seen.created, seen.lastSequence],
  )
}

/**
 * The stream has changed: records the new one, and orders everything sent in the last `replayDays` to be published
 * again. Does nothing if another relay has found the new stream first.
 */
export async function orderReplay(tx: Tx, known: StreamFacts, seen: StreamFacts, replayDays: number): Promise<void> {
  await tx.rows(
    `UPDATE relay_state
        SET created = $2, last_sequence = $3,
            replay_from = now() - make_interval(days => $4), replay_until = clock_timestamp()
      WHERE stream = $1 AND created = $5`,
    [seen.stream, seen.created, seen.lastSequence, replayDays, known.created],
  )
}

/** A transaction that published before the loss was seen, but commits after it, has ended by then. */
const STRAGGLERS = '1 minute'

/**
 * Marks a batch of what has to be published again as unsent; returns how many, or `done` when nothing is left. Each
 * event comes up once, because publishing it again gives it a time after `replay_until`.
 */
export async function replaySome(tx: Tx, stream: string, limit: number): Promise<number | 'done'> {
  const state = await tx.row<{ over: boolean }>(
    `SELECT clock_timestamp() > replay_until + $2::interval AS over
       FROM relay_state WHERE stream = $1 AND replay_until IS NOT NULL`,
    [stream, STRAGGLERS],
  )
  if (!state) return 'done'
  const marked = await tx.rows(
    `UPDATE outbox u SET sent_at = NULL
       FROM (SELECT o.business_id, o.id FROM outbox o, relay_state r
              WHERE r.stream = $1 AND o.sent_at >= r.replay_from AND o.sent_at < r.replay_until
              ORDER BY o.sent_at LIMIT $2 FOR UPDATE OF o SKIP LOCKED) AS again
      WHERE u.business_id = again.business_id AND u.id = again.id
     RETURNING 1`,
    [stream, limit],
  )
  if (marked.length > 0 || !state.over) return marked.length
  await tx.rows(
    `UPDATE relay_state SET replay_from = NULL, replay_until = NULL
      WHERE stream = $1 AND clock_timestamp() > replay_until + $2::interval`,
    [stream, STRAGGLERS],
  )
  return 'done'
}

/** How many events wait (counted to 100,000 at most) and since when the oldest does. */
export type Backlog = { count: number; oldest: Date | null }

export async function readBacklog(db: Database): Promise<Backlog> {
  const [row] = await db.call<{ count: string; oldest: Date | null }>(
    `SELECT (SELECT count(*) FROM (SELECT FROM outbox WHERE sent_at IS NULL LIMIT 100000) AS waiting) AS count,
            (SELECT created_at FROM outbox WHERE sent_at IS NULL ORDER BY position LIMIT 1) AS oldest`,
  )
  return { count: Number(row?.count ?? 0), oldest: row?.oldest ?? null }
}

/**
 * Everything committed before `through` is in the stream created at `created`, at `sequence` at the latest. By the
 * clock of the database.
 */
export type PublishedMark = { through: Date; created: string; sequence: number }

/**
 * How far an outbox is published; undefined while that isn't known, because a lost stream is being filled again. One
 * statement reads it all: its time is before what it sees. Waiting events got their positions after the first of them
 * got its time, and were committed after that.
 */
export async function readPublished(db: Database, stream: string): Promise<PublishedMark | undefined> {
  const [row] = await db.call<{ through: Date; created: string; sequence: string }>(
    `SELECT least(now(), (SELECT created_at FROM outbox WHERE sent_at IS NULL ORDER BY position LIMIT 1)) AS through,
            created, last_sequence AS sequence
       FROM relay_state WHERE stream = $1 AND replay_until IS NULL`,
    [stream],
  )
  return row && { through: row.through, created: row.created, sequence: Number(row.sequence) }
}

/** The tables that the relay's role cleans up, by age column, and their keys. */
const purged = {
  outbox: { time: 'sent_at', key: 'business_id, id' },
  idempotency_keys: { time: 'created_at', key: 'business_id, client_id, operation, key' },
} as const

/** Removes a batch of expired rows; returns how many. */
export async function purgeSome(tx: Tx, table: keyof typeof purged, days: number, limit: number): Promise<number> {
  const { time, key } = purged[table]
  const old = `${time} < now() - make_interval(days => $1)`
  const gone = await tx.rows(
    `DELETE FROM ${table}
      WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${old} ORDER BY ${time} LIMIT $2) AND ${old}
     RETURNING 1`,
    [days, limit],
  )
  return gone.length
}
