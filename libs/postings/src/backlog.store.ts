import type { Database } from '@pacioli/db'

/**
 * What has not been posted, over all tenants; each is counted to 100,000 at most. `pending` is delivered without anybody's
 * help, and `oldest` is the first of it; `held` waits for a failed one of the same source, and that for a person.
 */
export type PostingBacklog = { pending: number; held: number; failed: number; oldest: Date | null }

export async function countUnposted(relayDb: Database): Promise<PostingBacklog> {
  const [row] = await relayDb.call<{ unposted: string; held: string; failed: string; oldest: Date | null }>(
    `WITH failed AS MATERIALIZED (
       SELECT business_id, source_id, source_type, seq FROM postings WHERE status = 'FAILED' LIMIT 100000
     ), held AS MATERIALIZED (
       SELECT p.business_id, p.id FROM failed f
         JOIN postings p ON p.business_id = f.business_id AND p.source_id = f.source_id
                        AND p.source_type = f.source_type AND p.seq > f.seq AND p.status = 'PENDING'
        LIMIT 100000
     )
     SELECT (SELECT count(*) FROM (SELECT FROM postings WHERE status = 'PENDING' LIMIT 100000) AS waiting) AS unposted,
            (SELECT count(*) FROM held) AS held,
            (SELECT count(*) FROM failed) AS failed,
            (SELECT p.staged_at FROM postings p
              WHERE p.status = 'PENDING'
                AND NOT EXISTS (SELECT FROM held h WHERE h.business_id = p.business_id AND h.id = p.id)
              ORDER BY p.staged_at LIMIT 1) AS oldest`,
  )
  const held = Number(row?.held ?? 0)
  return {
    pending: Math.max(Number(row?.unposted ?? 0) - held, 0),
    held,
    failed: Number(row?.failed ?? 0),
    oldest: row?.oldest ?? null,
  }
}
