/** Postings as operators and callers see them. */
import { allOf, keyset, type Tx } from '@pacioli/db'
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

/** A posting and its progress. */
export type ListedPosting = RowOf<typeof postings>

export type PostingFilter = { status?: PostingStatus | undefined; sourceId?: string | undefined }

const conditions = (businessId: string, { status, sourceId }: PostingFilter) =>
  allOf(['business_id = $', businessId], ['status = $', status], ['source_id = $', sourceId])

const BY_STAGING = [
  ['staged_at', 'timestamptz'],
  ['id', 'uuid'],
] as const

/** Sorted by staging time, then by id; `after` is the last posting of the previous page. */
export type PostingPage = {
  limit: number
  sortOrder: 'ASC' | 'DESC'
  after: { stagedAt: string; id: string } | undefined
}

export async function loadPostingPage(
  tx: Tx,
  filter: PostingFilter,
  page: PostingPage,
): Promise<{ postings: ListedPosting[]; hasMore: boolean }> {
  const { where, bind } = conditions(tx.businessId, filter)
  const after = page.after && [page.after.stagedAt, page.after.id]
  const { beyond, orderBy } = keyset({ ...page, after }, BY_STAGING, bind)
  const rows = await postings.rows(tx, `${where} AND ${beyond} ORDER BY ${orderBy} LIMIT ${page.limit + 1}`, bind)
  return { postings: rows.slice(0, page.limit), hasMore: rows.length > page.limit }
}

/** Those of one source, which are few, are counted; those of a business come from stored sums. */
export async function countPostings(tx: Tx, filter: PostingFilter): Promise<number> {
  if (filter.sourceId !== undefined) {
    const { where, bind } = conditions(tx.businessId, filter)
    return tx.count(`SELECT count(*) FROM postings WHERE ${where}`, bind)
  }
  return tx.count(
    `SELECT sum(postings) AS count FROM posting_counts WHERE business_id = $1 AND ($2::text IS NULL OR status = $2)`,
    [tx.businessId, filter.status ?? null],
  )
}

export const findPosting = (tx: Tx, id: string): Promise<ListedPosting | undefined> =>
  postings.row(tx, 't.business_id = $1 AND t.id = $2', [tx.businessId, id])
