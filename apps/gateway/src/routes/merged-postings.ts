/** Merges the postings of several services, in the order of their staging. Pure. */
import { catalogue, DomainError } from '@pacioli/errors'
import type { ListPostingsResponse__Output, StagedPosting__Output } from '@pacioli/protos/postings'

export type PostingsPage = { data: StagedPosting__Output[]; hasMore: boolean; totalCount: number }

/** Instants and ids have one form, so as texts they sort as in the services. */
const isBefore = (one: StagedPosting__Output, other: StagedPosting__Output): boolean =>
  one.staged_at === other.staged_at ? one.id < other.id : one.staged_at < other.staged_at

/**
 * One page out of the pages of all services for the same query. Each service fills a page, so the merged page is among
 * theirs, and the next page begins after its last posting in all of them.
 */
export function mergedPage(
  pages: readonly ListPostingsResponse__Output[],
  { limit, sortOrder }: { limit: number; sortOrder: 'ASC' | 'DESC' },
): PostingsPage {
  const first = sortOrder === 'ASC' ? -1 : 1
  const all = pages.flatMap(({ data }) => data).sort((one, other) => (isBefore(one, other) ? first : -first))
  return {
    data: all.slice(0, limit),
    hasMore: all.length > limit || pages.some(({ has_more }) => has_more),
    totalCount: pages.reduce((sum, { total_count }) => sum + total_count, 0),
  }
}

/**
 * Why no service retried the posting: the refusal of its owner; else that a service could not be reached; else that
 * none has it.
 */
export function refusalOf(reasons: readonly unknown[]): unknown {
  const isNotFound = (reason: unknown) => reason instanceof DomainError && reason.errorEnum === 'PostingNotFound'
  const others = reasons.filter((reason) => !isNotFound(reason))
  const refusals = others.filter((reason) => reason instanceof DomainError && catalogue[reason.errorEnum].http < 500)
  return refusals[0] ?? others[0] ?? reasons[0]
}
