/** The postings of a service: written with the change that they follow from, delivered afterwards. */
import { violates, type Database, type SomeRows, type Tx } from '@pacioli/db'
import { integer, safeInteger, table, text, uuid } from '@pacioli/db/table'
import { refused } from '@pacioli/errors'
import type { Posting as PostingMessage } from '@pacioli/protos/ledger'
import type { Tenant } from '@pacioli/rpc'
import { carrier } from '@pacioli/telemetry'
import type { Source } from './posting.ts'

/** A row to insert. */
export type StagedPosting = {
  id: string
  postingKey: string
  source: Source
  booksEpoch: number
  entryAt: Date
  reverses: string | null
  message: PostingMessage
}

/**
 * Appends postings to those of their sources. The caller holds locks on the sources, so that no other transaction
 * numbers them. The relay leaves them alone while the request that stages them delivers them itself.
 * @throws VersionConflict where another transaction has numbered them
 */
export function insertPostings(
  tx: Tx,
  { clientId }: Pick<Tenant, 'clientId'>,
  postings: readonly StagedPosting[],
  now: Date,
): void {
  const column = <Value>(of: (posting: StagedPosting) => Value): Value[] => postings.map(of)
  tx.send(
    `INSERT INTO postings (business_id, id, client_id, posting_key, source_type, source_id, seq, books_epoch, entry_at,
                             reverses, posting, staged_at, next_attempt_at, traceparent)
       SELECT $1, n.id, $2, n.posting_key, n.source_type, n.source_id,
              coalesce((SELECT p.seq FROM postings p
                         WHERE p.business_id = $1 AND p.source_type = n.source_type AND p.source_id = n.source_id
                         ORDER BY p.seq DESC LIMIT 1), 0)
                + row_number() OVER (PARTITION BY n.source_type, n.source_id ORDER BY n.place),
              n.books_epoch, n.entry_at, n.reverses, n.posting, $3, $3::timestamptz + interval '10 seconds', $12
         FROM unnest($4::uuid[], $5::text[], $6::text[], $7::uuid[], $8::bigint[], $9::timestamptz[], $10::text[],
                     $11::text[]) WITH ORDINALITY
                AS n(id, posting_key, source_type, source_id, books_epoch, entry_at, reverses, posting, place)`,
    [
      tx.businessId,
      clientId,
      now,
      column(({ id }) => id),
      column(({ postingKey }) => postingKey),
      column(({ source }) => source.type),
      column(({ source }) => source.id),
      column(({ booksEpoch }) => booksEpoch),
      column(({ entryAt }) => entryAt.toISOString()),
      column(({ reverses }) => reverses),
      column(({ message }) => JSON.stringify(message)),
      carrier().traceparent ?? null,
    ],
    (error) => (violates(error, 'postings_in_order') ? changedMeanwhile() : error),
  )
}

const changedMeanwhile = () =>
  refused('VersionConflict', 'The document was changed by another request meanwhile. Try again.')

/** The sources that have a posting which the ledger refused. */
export async function findBlocked(
  tx: Tx,
  sources: readonly Source[],
): Promise<{ source_type: string; source_id: string; posting_id: string; error_description: string | null }[]> {
  if (sources.length === 0) return []
  return tx.rows(
    `SELECT p.source_type, p.source_id, p.id AS posting_id, p.error_description
       FROM unnest($2::text[], $3::uuid[]) AS s(type, id)
       JOIN postings p ON p.business_id = $1 AND p.source_type = s.type AND p.source_id = s.id
      WHERE p.status = 'FAILED'
      ORDER BY p.source_id, p.seq`,
    [tx.businessId, sources.map(({ type }) => type), sources.map(({ id }) => id)],
  )
}

/** An unposted posting as it is delivered. */
export type WaitingPosting = {
  id: string
  sourceType: string
  sourceId: string
  seq: number
  booksEpoch: number
  status: 'PENDING' | 'FAILED'
  attempts: number
  message: PostingMessage
  /** Length of the message as JSON, in characters. */
  size: number
  /** Whether it reverses something that is not posted yet. */
  reversesUnposted: boolean
  /** The request that decided it, if that was traced. */
  traceparent?: string | undefined
}

const waiting = table('postings', ['id'], {
  id: uuid,
  sourceType: text,
  sourceId: uuid,
  seq: safeInteger,
  booksEpoch: safeInteger,
  status: text.as<'PENDING' | 'FAILED'>(),
  attempts: integer,
  posting: text,
  traceparent: text.orNull,
})

/** Postings in memory at a time. */
export const MAX_WAITING = 2_000

/**
 * A posting by its key, for each row that names one. OFFSET 0 keeps it a lookup by that key: a backlog grows faster
 * than statistics follow, and a planner that expects a handful of unposted postings reads all of them for each row.
 */
const byKey = (key: string): string =>
  `LATERAL (SELECT * FROM postings k WHERE k.business_id = $1 AND k.posting_key = ${key} OFFSET 0)`

/** The unposted postings of a source, for each row that names one: also a lookup. */
const unpostedOf = (source: string): string =>
  `LATERAL (SELECT * FROM postings o WHERE o.business_id = $1 AND o.source_id = ${source}.id AND o.source_type = ${source}.type
                                      AND o.status <> 'POSTED' OFFSET 0)`

/**
 * The unposted postings of the sources, and of the sources of what is reversed there: each source's lowest first, so
 * that those beyond the limit come after those within it.
 */
export async function loadWaiting(tx: Tx, sources: readonly Source[], most = MAX_WAITING): Promise<WaitingPosting[]> {
  const rows = await waiting.query<{ reversesUnposted: boolean }>(
    tx,
    `WITH RECURSIVE involved (type, id) AS (
       SELECT s.type, s.id FROM unnest($2::text[], $3::uuid[]) AS s(type, id)
       UNION
       SELECT t.source_type, t.source_id
         FROM involved i
        CROSS JOIN ${unpostedOf('i')} AS p
        CROSS JOIN ${byKey('p.reverses')} AS t
        WHERE t.status <> 'POSTED'
     )
     SELECT ${waiting.columns('p')}, coalesce(t.status <> 'POSTED', false) AS "reversesUnposted"
       FROM involved i
      CROSS JOIN ${unpostedOf('i')} AS p
       LEFT JOIN ${byKey('p.reverses')} AS t ON true
      ORDER BY p.seq, p.source_id, p.source_type
      LIMIT ${most}`,
    [tx.businessId, sources.map(({ type }) => type), sources.map(({ id }) => id)],
  )
  return rows.map(({ posting, traceparent, ...row }) => ({
    ...row,
    message: JSON.parse(posting) as PostingMessage,
    size: posting.length,
    traceparent: traceparent ?? undefined,
  }))
}

/** How long a claim keeps other deliveries away: longer than a delivery takes. */
const LEASE = "interval '30 seconds'"

/**
 * Claims the due postings of the business, and returns the sources whose lowest unposted posting is among them. A
 * posting behind such a one is due at the same time, one behind a failed one much later: it is delivered with it, or
 * once that was retried.
 */
export async function claimDue(tx: Tx, now: Date, limit: number): Promise<Source[]> {
  const claimed = await tx.rows<{ type: string; id: string; is_lowest: boolean }>(
    `WITH due AS (
       SELECT d.id, d.source_type, d.source_id, d.seq FROM postings d
        WHERE d.business_id = $1 AND d.status = 'PENDING' AND d.next_attempt_at <= $2
        ORDER BY d.next_attempt_at, d.id LIMIT $3 FOR UPDATE SKIP LOCKED
     )
     UPDATE postings p
        SET next_attempt_at = CASE
              WHEN lowest.status = 'FAILED' THEN $2::timestamptz + interval '1 hour'
              ELSE greatest(lowest.next_attempt_at, $2::timestamptz + ${LEASE}) END
       FROM due
      CROSS JOIN LATERAL (SELECT e.seq, e.status, e.next_attempt_at FROM postings e
                           WHERE e.business_id = $1 AND e.source_id = due.source_id AND e.source_type = due.source_type
                             AND e.status <> 'POSTED' ORDER BY e.seq LIMIT 1) AS lowest
      WHERE p.business_id = $1 AND p.id = due.id
      RETURNING p.source_type AS type, p.source_id AS id, lowest.seq = p.seq AS is_lowest`,
    [tx.businessId, now, limit],
  )
  return claimed.filter(({ is_lowest }) => is_lowest).map(({ type, id }) => ({ type, id }))
}

/** How long a look waits for a part of a cluster that is being moved, which is left for the next time. */
const HELD_MS = 200

const DUE: SomeRows = { table: 'postings', where: [`status = 'PENDING'`] }

/**
 * Tenants with due postings, in the order of their business ids. Run as the relay's role, which sees all tenants; a
 * tenant with very many costs no more than one with few.
 * @returns also why some parts of a cluster could not be looked through
 */
export async function findDueTenants(
  relayDb: Database,
  now: Date,
  after: string,
  limit: number,
): Promise<{ tenants: Tenant[]; failures: unknown[] }> {
  const { done, failures } = await relayDb.inPartsWith(DUE, (part) =>
    part.read({ lockTimeoutMs: HELD_MS }, (tx) =>
      tx.rows<Tenant>(
        `WITH RECURSIVE tenants AS (
           (SELECT p.business_id FROM postings p
             WHERE p.status = 'PENDING' AND p.business_id > $2 ORDER BY p.business_id LIMIT 1)
           UNION ALL
           SELECT n.business_id FROM tenants t
            CROSS JOIN LATERAL (SELECT p.business_id FROM postings p
                                 WHERE p.status = 'PENDING' AND p.business_id > t.business_id
                                 ORDER BY p.business_id LIMIT 1) AS n
         )
         SELECT d.client_id AS "clientId", t.business_id AS "businessId"
           FROM tenants t
          CROSS JOIN LATERAL (SELECT p.client_id FROM postings p
                               WHERE p.business_id = t.business_id AND p.status = 'PENDING' AND p.next_attempt_at <= $1
                               ORDER BY p.next_attempt_at LIMIT 1) AS d
          LIMIT $3`,
        [now, after, limit],
      ),
    ),
  )
  const inOrder = done.flat().sort((one, other) => (one.businessId < other.businessId ? -1 : 1))
  return { tenants: inOrder.slice(0, limit), failures }
}

/**
 * Locked in the order of their ids, so that two deliveries of the same postings never deadlock. A posting claimed or
 * delayed while this waited for its lock is marked as it is by then.
 */
export function markPosted(tx: Tx, posted: readonly { id: string; entryId: string }[], now: Date): void {
  tx.send(
    `UPDATE postings p
        SET status = 'POSTED', entry_id = d.entry_id, posted_at = $4, attempts = attempts + 1,
            error_enum = NULL, error_description = NULL, failed_at = NULL
       FROM (SELECT u.id, n.entry_id
               FROM unnest($2::uuid[], $3::uuid[]) AS n(id, entry_id)
               JOIN postings u ON u.business_id = $1 AND u.id = n.id AND u.entry_id IS NULL
              ORDER BY u.id FOR UPDATE OF u) AS d
      WHERE p.business_id = $1 AND p.id = d.id`,
    [tx.businessId, posted.map(({ id }) => id), posted.map(({ entryId }) => entryId), now],
  )
}

export type DeliveryError = { errorEnum: string; description: string }

/** The ledger refused: only a person can help. False where another delivery found out first. */
export async function markFailed(tx: Tx, id: string, error: DeliveryError, now: Date): Promise<boolean> {
  const failed = await tx.rows(
    `UPDATE postings SET status = 'FAILED', failed_at = $5, attempts = attempts + 1, error_enum = $3, error_description = $4
      WHERE business_id = $1 AND id = $2 AND status = 'PENDING' RETURNING id`,
    [tx.businessId, id, error.errorEnum, error.description.slice(0, 2_000), now],
  )
  return failed.length > 0
}

/** Schedules the next attempt: later the more attempts were in vain, at least twice a minute. */
export function markDelayed(tx: Tx, ids: readonly string[], error: DeliveryError, now: Date): void {
  tx.send(
    `UPDATE postings p
        SET attempts = attempts + 1, error_enum = $3, error_description = $4,
            next_attempt_at = $5::timestamptz + make_interval(secs => least(30, power(2, least(attempts, 6))))
       FROM (SELECT u.id FROM postings u
              WHERE u.business_id = $1 AND u.id = ANY ($2::uuid[]) AND u.status = 'PENDING'
              ORDER BY u.id FOR UPDATE) AS d
      WHERE p.business_id = $1 AND p.id = d.id`,
    [tx.businessId, [...ids], error.errorEnum, error.description.slice(0, 2_000), now],
  )
}

/**
 * Makes a failed posting pending again, and what its source has behind it due. Returns its source; undefined if it had
 * not failed.
 */
export async function reviveFailed(tx: Tx, id: string, now: Date): Promise<Source | undefined> {
  const revived = await tx.row<Source>(
    `UPDATE postings SET status = 'PENDING', failed_at = NULL, next_attempt_at = $3
      WHERE business_id = $1 AND id = $2 AND status = 'FAILED' RETURNING source_type AS type, source_id AS id`,
    [tx.businessId, id, now],
  )
  if (revived)
    await tx.rows(
      `UPDATE postings SET next_attempt_at = $4
        WHERE business_id = $1 AND source_type = $2 AND source_id = $3 AND status = 'PENDING' AND next_attempt_at > $4`,
      [tx.businessId, revived.type, revived.id, now],
    )
  return revived
}
