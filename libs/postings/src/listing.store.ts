/** Postings as operators and callers look at them. */
import type { Tx } from '@pacioli/db'
import { integer, safeInteger, table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'

export type PostingStatus = 'PENDING' | 'POSTED' | 'FAILED'

const postings = table('postings', ['id'], {
  id: uuid,
  postingKey: text,
  sourceType: text,
  sourceId: uuid,
  seq: safeInteger,
  status: text.as<PostingStatus>(),
  entryAt: timestamp,
  attempts: integer,
  errorEnum: text.orNull,
  errorDescription: text.orNull,
  entryId: uuid.orNull,
  stagedAt: timestamp,
  postedAt: timestamp.orNull,
  failedAt: timestamp.orNull,
})

/** A posting and how far it has come. */
export type ListedPosting = RowOf<typeof postings>

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
  const rows = await postings.rows(
    tx,
    `${where}${after} ORDER BY staged_at ${order}, id ${order} LIMIT ${page.limit + 1}`,
    bind,
  )
  return { postings: rows.slice(0, page.limit), hasMore: rows.length > page.limit }
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

export const findPosting = (tx: Tx, businessId: string, id: string): Promise<ListedPosting | undefined> =>
  postings.row(tx, 't.business_id = $1 AND t.id = $2', [businessId, id])
