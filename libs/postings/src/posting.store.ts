/** The postings of a service and how far they have come. */
import type { Database, Tx } from '@pacioli/db'
import type { Posting as PostingMessage } from '@pacioli/protos/ledger'
import type { Source } from './posting.ts'

/** A row to be. */
export type StagedPosting = {
  id: string
  postingKey: string
  source: Source
  booksEpoch: number
  entryAt: Date
  message: PostingMessage
}

/**
 * Adds postings behind those that their sources have. Who calls holds the sources, so that nobody else numbers them.
 */
export async function insertPostings(
  tx: Tx,
  tenant: { clientId: string; businessId: string },
  postings: readonly StagedPosting[],
  now: Date,
): Promise<void> {
  await tx.rows(
    `INSERT INTO postings (business_id, id, client_id, posting_key, source_type, source_id, seq, books_epoch, entry_at,
                           posting, staged_at, next_attempt_at)
     SELECT $1, n.id, $2, n.posting_key, n.source_type, n.source_id,
            coalesce((SELECT p.seq FROM postings p
                       WHERE p.business_id = $1 AND p.source_type = n.source_type AND p.source_id = n.source_id
                       ORDER BY p.seq DESC LIMIT 1), 0)
              + row_number() OVER (PARTITION BY n.source_type, n.source_id ORDER BY n.place),
            n.books_epoch, n.entry_at, n.posting, $3, $3::timestamptz + interval '5 seconds'
       FROM unnest($4::uuid[], $5::text[], $6::text[], $7::uuid[], $8::bigint[], $9::timestamptz[], $10::text[])
              WITH ORDINALITY AS n(id, posting_key, source_type, source_id, books_epoch, entry_at, posting, place)`,
    [
      tenant.businessId,
      tenant.clientId,
      now,
      postings.map(({ id }) => id),
      postings.map(({ postingKey }) => postingKey),
      postings.map(({ source }) => source.type),
      postings.map(({ source }) => source.id),
      postings.map(({ booksEpoch }) => booksEpoch),
      postings.map(({ entryAt }) => entryAt.toISOString()),
      postings.map(({ message }) => JSON.stringify(message)),
    ],
  )
}

/** Those of the sources that have a posting which the ledger refused. */
export const findBlocked = (
  tx: Tx,
  businessId: string,
  sources: readonly Source[],
): Promise<{ source_type: string; source_id: string; posting_id: string; error_description: string | null }[]> =>
  tx.rows(
    `SELECT p.source_type, p.source_id, p.id AS posting_id, p.error_description
       FROM unnest($2::text[], $3::uuid[]) AS s(type, id)
       JOIN postings p ON p.business_id = $1 AND p.source_type = s.type AND p.source_id = s.id
      WHERE p.status = 'FAILED'
      ORDER BY p.source_id, p.seq`,
    [businessId, sources.map(({ type }) => type), sources.map(({ id }) => id)],
  )

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
}

type WaitingRow = {
  id: string
  source_type: string
  source_id: string
  seq: string
  books_epoch: string
  status: 'PENDING' | 'FAILED'
  attempts: number
  posting: string
}

const toWaiting = (row: WaitingRow): WaitingPosting => ({
  id: row.id,
  sourceType: row.source_type,
  sourceId: row.source_id,
  seq: Number(row.seq),
  booksEpoch: Number(row.books_epoch),
  status: row.status,
  attempts: row.attempts,
  message: JSON.parse(row.posting) as PostingMessage,
})

const COLUMNS = 'p.id, p.source_type, p.source_id, p.seq, p.books_epoch, p.status, p.attempts, p.posting'

/** What the sources have unposted, each source's in its order. */
export async function loadWaiting(tx: Tx, businessId: string, sources: readonly Source[]): Promise<WaitingPosting[]> {
  const rows = await tx.rows<WaitingRow>(
    `SELECT ${COLUMNS}
       FROM unnest($2::text[], $3::uuid[]) AS s(type, id)
       JOIN postings p ON p.business_id = $1 AND p.source_type = s.type AND p.source_id = s.id
      WHERE p.status <> 'POSTED'
      ORDER BY p.source_type, p.source_id, p.seq`,
    [businessId, sources.map(({ type }) => type), sources.map(({ id }) => id)],
  )
  return rows.map(toWaiting)
}

/** The sources of the business that have postings due, oldest first; those whose first unposted one failed are left out. */
export const findDueSources = (tx: Tx, businessId: string, now: Date, limit: number): Promise<Source[]> =>
  tx.rows<Source>(
    `SELECT p.source_type AS type, p.source_id AS id
       FROM postings p
      WHERE p.business_id = $1 AND p.status = 'PENDING' AND p.next_attempt_at <= $2
        AND NOT EXISTS (SELECT FROM postings e
                         WHERE e.business_id = p.business_id AND e.source_type = p.source_type
                           AND e.source_id = p.source_id AND e.status = 'FAILED' AND e.seq < p.seq)
      GROUP BY p.source_type, p.source_id
      ORDER BY min(p.next_attempt_at)
      LIMIT $3`,
    [businessId, now, limit],
  )

/** Whose postings are due. Asked by the relay's role, which sees all tenants. */
export async function findDueTenants(
  relayDb: Database,
  now: Date,
  limit: number,
): Promise<{ clientId: string; businessId: string }[]> {
  const rows = await relayDb.call<{ client_id: string; business_id: string }>(
    `SELECT DISTINCT client_id, business_id
       FROM (SELECT client_id, business_id FROM postings
              WHERE status = 'PENDING' AND next_attempt_at <= $1 ORDER BY next_attempt_at LIMIT $2) AS due`,
    [now, limit],
  )
  return rows.map((row) => ({ clientId: row.client_id, businessId: row.business_id }))
}

export async function markPosted(
  tx: Tx,
  businessId: string,
  posted: readonly { postingKey: string; entryId: string }[],
  now: Date,
): Promise<void> {
  await tx.rows(
    `UPDATE postings p
        SET status = 'POSTED', entry_id = d.entry_id, posted_at = $4, attempts = attempts + 1,
            error_enum = NULL, error_description = NULL, failed_at = NULL
       FROM unnest($2::text[], $3::uuid[]) AS d(posting_key, entry_id)
      WHERE p.business_id = $1 AND p.posting_key = d.posting_key AND p.status <> 'POSTED'`,
    [businessId, posted.map(({ postingKey }) => postingKey), posted.map(({ entryId }) => entryId), now],
  )
}

export type DeliveryError = { errorEnum: string; description: string }

/** The ledger refused: nothing but a person can help. */
export async function markFailed(
  tx: Tx,
  businessId: string,
  id: string,
  error: DeliveryError,
  now: Date,
): Promise<void> {
  await tx.rows(
    `UPDATE postings SET status = 'FAILED', failed_at = $5, attempts = attempts + 1, error_enum = $3, error_description = $4
      WHERE business_id = $1 AND id = $2 AND status = 'PENDING'`,
    [businessId, id, error.errorEnum, error.description.slice(0, 2_000), now],
  )
}

/** The ledger could not be asked: they are tried again, the longer the more often that was in vain. */
export async function markDelayed(
  tx: Tx,
  businessId: string,
  ids: readonly string[],
  error: DeliveryError,
  now: Date,
): Promise<void> {
  await tx.rows(
    `UPDATE postings
        SET attempts = attempts + 1, error_enum = $3, error_description = $4,
            next_attempt_at = $5::timestamptz + make_interval(secs => least(60, power(2, least(attempts, 6))))
      WHERE business_id = $1 AND id = ANY ($2::uuid[]) AND status = 'PENDING'`,
    [businessId, [...ids], error.errorEnum, error.description.slice(0, 2_000), now],
  )
}

/** A failed posting waits again; false if it was not failed. */
export async function reviveFailed(tx: Tx, businessId: string, id: string, now: Date): Promise<boolean> {
  const revived = await tx.rows(
    `UPDATE postings SET status = 'PENDING', failed_at = NULL, next_attempt_at = $3
      WHERE business_id = $1 AND id = $2 AND status = 'FAILED' RETURNING 1`,
    [businessId, id, now],
  )
  return revived.length > 0
}

/** How many postings wait or have failed (counted to 100,000 at most), for metrics. */
export async function countUnposted(
  relayDb: Database,
): Promise<{ pending: number; failed: number; oldest: Date | null }> {
  const [row] = await relayDb.call<{ pending: string; failed: string; oldest: Date | null }>(
    `SELECT (SELECT count(*) FROM (SELECT FROM postings WHERE status = 'PENDING' LIMIT 100000) AS waiting) AS pending,
            (SELECT count(*) FROM (SELECT FROM postings WHERE status = 'FAILED' LIMIT 100000) AS parked) AS failed,
            (SELECT min(staged_at) FROM postings WHERE status = 'PENDING') AS oldest`,
  )
  return { pending: Number(row?.pending ?? 0), failed: Number(row?.failed ?? 0), oldest: row?.oldest ?? null }
}
