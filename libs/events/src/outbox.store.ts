import type { Database, Tx } from '@pacioli/db'

/** The key of an event in the outbox. */
export type EventKey = { businessId: string; id: string }

/**
 * An event to be published, which no other relay takes meanwhile: in the queue, at its position, or in the outbox. `turn`
 * counts the claimed events of its aggregate before it.
 */
export type ClaimedEvent = EventKey & {
  position: string | null
  subject: string
  event: string
  turn: number
  /** Where it was published before it was recorded: the stream is not to take it for what it has. */
  isAgain?: boolean
}

/**
 * Locks up to `limit` events that wait, oldest first, skipping those another relay has locked, and those whose aggregate
 * has an earlier one waiting that is not claimed with it. Published turn by turn, an aggregate's events leave in version
 * order, however many relays run.
 */
export const claimWaiting = (tx: Tx, limit: number): Promise<ClaimedEvent[]> =>
  tx.rows<ClaimedEvent>(
    'SELECT queue_position AS position, business_id AS "businessId", id, subject, event, turn FROM claim_events_v1($1)',
    [limit],
  )

/**
 * Locks up to `limit` events of the outbox that were published by a relay that records nothing, as `claimWaiting` does. They are
 * published once more, so that consumers get to know their places.
 */
export const claimUnrecorded = (tx: Tx, limit: number): Promise<ClaimedEvent[]> =>
  tx.rows<ClaimedEvent>(
    `SELECT NULL AS position, business_id AS "businessId", id, subject, event, 0 AS turn, true AS "isAgain" FROM outbox
      WHERE sent_at IS NOT NULL AND NOT is_recorded ORDER BY position LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [limit],
  )

/** Which of these claimed events are from before there was a history; they are of the outbox. Their ids. */
export async function findFromBefore(tx: Tx, claimed: readonly ClaimedEvent[]): Promise<ReadonlySet<string>> {
  const asked = claimed.filter(({ position, isAgain = false }) => position === null && !isAgain)
  if (asked.length === 0) return new Set()
  const rows = await tx.rows<{ id: string }>(
    `SELECT id FROM outbox
      WHERE (business_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[])) AND is_recorded`,
    [asked.map(({ businessId }) => businessId), asked.map(({ id }) => id)],
  )
  return new Set(rows.map(({ id }) => id))
}

/** What a relay knew of the stream when it published: its name, and how often it may have lost something. */
export type PublishedTo = { stream: string; losses: number }

/** Where the stream has an event. */
export type Kept = { sequence: number; id: string }

/**
 * Records that claimed events are published, and the last of them in the stream. It fails with COMMIT, and they go on
 * waiting, where the stream may have lost something meanwhile.
 */
export function markPublished(tx: Tx, events: readonly ClaimedEvent[], to: PublishedTo, last: Kept): void {
  const queued = events.flatMap(({ position }) => position ?? [])
  if (queued.length > 0)
    tx.send('SELECT finish_events_v1($1::bigint[], $2, $3, $4, $5)', [
      queued,
      to.stream,
      to.losses,
      last.sequence,
      last.id,
    ])
  const unsent = events.filter(({ position }) => position === null)
  if (unsent.length > 0) markSent(tx, unsent, to.stream, last)
}

/**
 * Marks claimed events of the outbox as sent and records how far the stream has come. `now()` is when the transaction began, so
 * before anything was published: events swallowed by a lost stream carry a time before the loss was seen.
 */
function markSent(tx: Tx, events: readonly EventKey[], stream: string, last: Kept): void {
  tx.send(
    `WITH sent AS (
       UPDATE outbox o SET sent_at = coalesce(o.sent_at, now()), is_recorded = true
         FROM unnest($1::uuid[], $2::uuid[]) AS s(business_id, id)
        WHERE o.business_id = s.business_id AND o.id = s.id)
     UPDATE relay_state s
        SET last_sequence = greatest(s.last_sequence, $4::bigint), kept_sequence = greatest(s.kept_sequence, $4),
            kept_id = CASE WHEN $4 < s.kept_sequence THEN s.kept_id ELSE $5::uuid END
      WHERE s.stream = $3`,
    [events.map(({ businessId }) => businessId), events.map(({ id }) => id), stream, last.sequence, last.id],
  )
}

/** How many events wait (counted to 100,000 at most) and since when the oldest does. */
export type Backlog = { count: number; oldest: Date | null }

const OLDEST_UNSENT = '(SELECT created_at FROM outbox WHERE sent_at IS NULL ORDER BY position LIMIT 1)'
const OLDEST_QUEUED = '(SELECT created_at FROM event_queue ORDER BY position LIMIT 1)'

export async function readBacklog(db: Database): Promise<Backlog> {
  const [row] = await db.call<{ count: string; oldest: Date | null }>(
    `SELECT (SELECT count(*) FROM (SELECT FROM outbox WHERE sent_at IS NULL
                                   UNION ALL SELECT FROM event_queue LIMIT 100000) AS waiting) AS count,
            least(${OLDEST_UNSENT}, ${OLDEST_QUEUED}) AS oldest`,
  )
  return { count: Number(row?.count ?? 0), oldest: row?.oldest ?? null }
}

/**
 * Everything committed before `through` is in the stream created at `created`, at `sequence` at the latest. By the
 * clock of the database.
 */
export type PublishedMark = { through: Date; created: string; sequence: number }

/**
 * How far an outbox is published; undefined while that isn't known, because the stream has, or may have, lost events. One
 * statement reads it all: its time is before what it sees. Waiting events got their positions after the first of them
 * got its time, and were committed after that.
 */
export async function readPublished(db: Database, stream: string): Promise<PublishedMark | undefined> {
  const [row] = await db.call<{ through: Date; created: string; sequence: string }>(
    `SELECT least(now(), ${OLDEST_UNSENT}, ${OLDEST_QUEUED}) AS through,
            created, last_sequence AS sequence
       FROM relay_state WHERE stream = $1 AND replay_until IS NULL AND again_at IS NULL`,
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
