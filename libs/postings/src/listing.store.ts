/** Postings as operators and callers look at them. */
import type { Tx } from '@pacioli/db'

export type PostingStatus = 'PENDING' | 'POSTED' | 'FAILED'

/** A posting and how far it has come. */
export type ListedPosting = {
  id: string
  postingKey: string
  sourceType: string
  sourceId: string
  seq: number
  status: PostingStatus
  entryAt: Date
  attempts: number
  errorEnum: string | null
  errorDescription: string | null
  entryId: string | null
  stagedAt: Date
  postedAt: Date | null
  failedAt: Date | null
}

type Row = {
  id: string
  posting_key: string
  source_type: string
  source_id: string
  seq: string
  status: PostingStatus
  entry_at: Date
  attempts: number
  error_enum: string | null
  error_description: string | null
  entry_id: string | null
  staged_at: Date
  posted_at: Date | null
  failed_at: Date | null
}

const columns = `id, posting_key, source_type, source_id, seq, status, entry_at, attempts, error_enum, error_description,
  entry_id, staged_at, posted_at, failed_at`

const toListed = (row: Row): ListedPosting => ({
  id: row.id,
  postingKey: row.posting_key,
  sourceType: row.source_type,
  sourceId: row.source_id,
  seq: Number(row.seq),
  status: row.status,
  entryAt: row.entry_at,
  attempts: row.attempts,
  errorEnum: row.error_enum,
  errorDescription: row.error_description,
  entryId: row.entry_id,
  stagedAt: row.staged_at,
  postedAt: row.posted_at,
  failedAt: row.failed_at,
})

export type PostingFilter = { status?: PostingStatus | undefined; sourceId?: string | undefined }

function conditions(businessId: string, { status, sourceId }: PostingFilter): { where: string; bind: unknown[] } {
  const bind: unknown[] = [businessId]
  const where = ['business_id = $1']
  if (status !== undefined) where.push(`status = $${bind.push(status)}`)
  if (sourceId !== undefined) where.push(`source_id = $${bind.push(sourceId)}`)
  return { where: where.join(' AND '), bind }
}

/** By the time at which they were staged, and by id where that is the same; `after` is a posting that came before. */
export type PostingPage = {
  limit: number
  sortOrder: 'ASC' | 'DESC'
  after: { stagedAt: string; id: string } | undefined
}

export async function loadPostingPage(
  tx: Tx,
  businessId: string,
  filter: PostingFilter,
  page: PostingPage,
): Promise<{ postings: ListedPosting[]; hasMore: boolean }> {
  const { where, bind } = conditions(businessId, filter)
  const [later, order] = page.sortOrder === 'ASC' ? ['>', 'ASC'] : ['<', 'DESC']
  const after = page.after
    ? ` AND (staged_at, id) ${later} ($${bind.push(page.after.stagedAt)}::timestamptz, $${bind.push(page.after.id)}::uuid)`
    : ''
  const rows = await tx.rows<Row>(
    `SELECT ${columns} FROM postings WHERE ${where}${after}
      ORDER BY staged_at ${order}, id ${order} LIMIT ${page.limit + 1}`,
    bind,
  )
  return { postings: rows.slice(0, page.limit).map(toListed), hasMore: rows.length > page.limit }
}

/** Those of one source, which are few, are counted; those of a business from sums that are kept. */
export async function countPostings(tx: Tx, businessId: string, filter: PostingFilter): Promise<number> {
  if (filter.sourceId !== undefined) {
    const { where, bind } = conditions(businessId, filter)
    const row = await tx.row<{ total: string }>(`SELECT count(*) AS total FROM postings WHERE ${where}`, bind)
    return Number(row?.total ?? 0)
  }
  const row = await tx.row<{ total: string | null }>(
    `SELECT sum(postings) AS total FROM posting_counts WHERE business_id = $1 AND ($2::text IS NULL OR status = $2)`,
    [businessId, filter.status ?? null],
  )
  return Number(row?.total ?? 0)
}

export async function findPosting(tx: Tx, businessId: string, id: string): Promise<ListedPosting | undefined> {
  const row = await tx.row<Row>(`SELECT ${columns} FROM postings WHERE business_id = $1 AND id = $2`, [businessId, id])
  return row && toListed(row)
}
