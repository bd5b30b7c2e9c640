import type { Database, SomeRows } from '@pacioli/db'

/**
 * Unposted postings of all tenants. `pending` will be delivered automatically, `oldest` is the first of it; `held`
 * waits for a failed posting of the same source, and that for a person. The first 100,000 waiting postings are
 * examined, and as many failed ones counted.
 */
export type PostingBacklog = { pending: number; held: number; failed: number; oldest: Date | null }

const UNPOSTED: SomeRows = { table: 'postings', where: [`status = 'PENDING'`, `status = 'FAILED'`] }

/**
 * Whether an earlier posting of the same source has failed. OFFSET 0 keeps it a lookup among the source's unposted
 * ones.
 */
const IS_HELD = `EXISTS (SELECT FROM postings f
   WHERE f.business_id = p.business_id AND f.source_id = p.source_id AND f.source_type = p.source_type
     AND f.seq < p.seq AND f.status = 'FAILED' AND f.status <> 'POSTED' OFFSET 0)`

export async function countUnposted(relayDb: Database): Promise<PostingBacklog> {
  const backlog: PostingBacklog = { pending: 0, held: 0, failed: 0, oldest: null }
  const { done, failures } = await relayDb.inPartsWith(UNPOSTED, (part) =>
    part.call<{ pending: string; held: string; failed: string; oldest: Date | null }>(
      `SELECT count(*) FILTER (WHERE NOT is_held) AS pending, count(*) FILTER (WHERE is_held) AS held,
              (SELECT count(*) FROM (SELECT FROM postings WHERE status = 'FAILED' LIMIT 100000) AS parked) AS failed,
              min(staged_at) FILTER (WHERE NOT is_held) AS oldest
         FROM (SELECT p.staged_at, ${IS_HELD} AS is_held FROM postings p
                WHERE p.status = 'PENDING' ORDER BY p.staged_at LIMIT 100000) AS waiting`,
    ),
  )
  if (failures.length > 0) throw failures[0]
  for (const [row] of done) {
    backlog.pending += Number(row?.pending ?? 0)
    backlog.held += Number(row?.held ?? 0)
    backlog.failed += Number(row?.failed ?? 0)
    backlog.oldest = earlierOf(backlog.oldest, row?.oldest ?? null)
  }
  return backlog
}

const earlierOf = (one: Date | null, other: Date | null): Date | null =>
  one === null || (other !== null && other < one) ? other : one
