import type { Database, Tx } from '@pacioli/db'

/** An unsent event that this transaction has locked. `place` is where its row lies, which holds while it is locked. */
export type ClaimedEvent = { place: string; id: string; subject: string; event: string }

/**
 * Locks up to `limit` unsent events, oldest first, passing over what another relay has locked, and over events whose
 * aggregate has an earlier one unsent: so an aggregate's events leave in version order, however many relays run.
 */
export const claimUnsent = (tx: Tx, limit: number): Promise<ClaimedEvent[]> =>
  tx.rows<ClaimedEvent>('SELECT place, id, subject, event FROM claim_unsent_v1($1)', [limit])

/**
 * Marks claimed events as sent and remembers how far the stream has come. `now()` is when the transaction began, so
 * before anything was published: whatever a lost stream had swallowed is marked with a time before the loss was seen.
 */
export async function markSent(tx: Tx, places: readonly string[], stream: string, lastSequence: number): Promise<void> {
  await tx.rows(
    `WITH sent AS (UPDATE outbox SET sent_at = now() WHERE ctid = ANY ($1::text[]::tid[]))
     UPDATE relay_state SET last_sequence = greatest(last_sequence, $3) WHERE stream = $2`,
    [[...places], stream, lastSequence],
  )
}

/** Which stream it is, and how far it has come. */
export type StreamFacts = { stream: string; created: string; lastSequence: number }

/** What the relays remember of the stream, and whether one of them has ordered a replay that isn't over. */
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

/** Remembers a stream that was never seen before. */
export async function rememberStream(tx: Tx, seen: StreamFacts): Promise<void> {
  await tx.rows(
    'INSERT INTO relay_state (stream, created, last_sequence) VALUES ($1, $2, $3) ON CONFLICT (stream) DO NOTHING',
    [seen.stream, seen.created, seen.lastSequence],
  )
}

/**
 * The stream is not what it was: remembers it as it is, and orders everything sent in the last `replayDays` to be
 * published again. Does nothing if another relay has found the new stream first.
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
 * Marks a batch of what has to be published again as unsent; how many that were, or `done` when nothing is left.
 * Each event comes up once, because publishing it again gives it a time after `replay_until`.
 */
export async function replaySome(tx: Tx, stream: string, limit: number): Promise<number | 'done'> {
  const state = await tx.row<{ over: boolean }>(
    `SELECT clock_timestamp() > replay_until + $2::interval AS over
       FROM relay_state WHERE stream = $1 AND replay_until IS NOT NULL`,
    [stream, STRAGGLERS],
  )
  if (!state) return 'done'
  const marked = await tx.rows(
    `UPDATE outbox SET sent_at = NULL
      WHERE ctid = ANY (ARRAY (SELECT o.ctid FROM outbox o, relay_state r
                                WHERE r.stream = $1 AND o.sent_at >= r.replay_from AND o.sent_at < r.replay_until
                                ORDER BY o.sent_at LIMIT $2 FOR UPDATE OF o SKIP LOCKED))
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

/** What the relay's role clears away, and by which of its times it is old. */
const timeOf = { outbox: 'sent_at', idempotency_keys: 'created_at' } as const

/** Removes a batch of what is older than needed; how many rows that were. */
export async function purgeSome(tx: Tx, table: keyof typeof timeOf, days: number, limit: number): Promise<number> {
  const old = `${timeOf[table]} < now() - make_interval(days => $1)`
  const gone = await tx.rows(
    `DELETE FROM ${table}
      WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${table} WHERE ${old} ORDER BY ${timeOf[table]} LIMIT $2)) AND ${old}
     RETURNING 1`,
    [days, limit],
  )
  return gone.length
}
