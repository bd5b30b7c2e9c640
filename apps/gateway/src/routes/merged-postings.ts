/** The postings of several services as one list, in the order of when they were staged. Pure. */
import { catalogue, DomainError } from '@pacioli/errors'
import type { ListPostingsResponse__Output, StagedPosting__Output } from '@pacioli/protos/postings'

export type PostingsPage = { data: StagedPosting__Output[]; hasMore: boolean; totalCount: number }

/** Instants and ids of one form: as texts they sort as the services sort them. */
const isBefore = (one: StagedPosting__Output, other: StagedPosting__Output): boolean =>
  one.staged_at === other.staged_at ? one.id < other.id : one.staged_at < other.staged_at

/**
 * One page out of the pages of all services for the same question. Each has as many as it could put on the page, so what
 * belongs there is among them, and the next page begins after its last one in all of them.
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
 * What to tell of a posting that none of the services has retried: the refusal of the one that has it; else that one
 * could not be asked; and only where all were, that nobody has it.
 */
export function refusalOf(reasons: readonly unknown[]): unknown {
  const isNotFound = (reason: unknown) => reason instanceof DomainError && reason.errorEnum === 'PostingNotFound'
  const others = reasons.filter((reason) => !isNotFound(reason))
  const refusals = others.filter((reason) => reason instanceof DomainError && catalogue[reason.errorEnum].http < 500)
  return refusals[0] ?? others[0] ?? reasons[0]
}
