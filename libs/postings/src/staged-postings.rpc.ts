/** StagedPostingsService, as each service that posts serves it. */
import { refused } from '@pacioli/errors'
import { MAX_LIMIT } from '@pacioli/paging'
import {
  StagedPostingsService,
  type ListPostingsRequest__Output,
  type ListPostingsResponse,
  type StagedPosting,
} from '@pacioli/protos/postings'
import { implement, isUuid, tenantOf, writeRequestOf, type CallContext, type Implementation } from '@pacioli/rpc'
import {
  countPostings,
  loadPostingPage,
  type ListedPosting,
  type PostingFilter,
  type PostingPage,
  type PostingStatus,
} from './listing.store.ts'
import { retryPosting } from './retry-posting.ts'
import type { StagedPostings } from './staged-postings.ts'

const STATUSES: readonly PostingStatus[] = ['PENDING', 'POSTED', 'FAILED']

/** A source that is not a UUID has no postings, like an unknown one. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

function filterOf({ status, source_id: sourceId }: ListPostingsRequest__Output): PostingFilter {
  const known = STATUSES.find((one) => one === status)
  if (status !== undefined && known === undefined)
    throw refused('InvalidQuery', `Expected a status of ${STATUSES.join(', ')}.`, { field: 'status', value: status })
  return { status: known, sourceId: sourceId === undefined || isUuid(sourceId) ? sourceId?.toLowerCase() : NOBODY }
}

function pageOf({ limit, sort_order: sortOrder, after }: ListPostingsRequest__Output): PostingPage {
  if (limit < 1 || limit > MAX_LIMIT)
    throw refused('InvalidQuery', `limit is a whole number from 1 to ${MAX_LIMIT}.`, { field: 'limit', value: limit })
  if (sortOrder !== 'ASC' && sortOrder !== 'DESC')
    throw refused('InvalidQuery', 'sort_order is ASC or DESC.', { field: 'sort_order', value: sortOrder })
  return { limit, sortOrder, after: after ? { stagedAt: after.staged_at, id: after.id } : undefined }
}

async function listPostings(
  service: StagedPostings,
  request: ListPostingsRequest__Output,
  context: CallContext,
): Promise<ListPostingsResponse> {
  const tenant = tenantOf(context)
  await service.requireBusiness(context)
  const filter = filterOf(request)
  const page = pageOf(request)
  return service.db.transact(tenant, async (tx) => {
    const { postings, hasMore } = await loadPostingPage(tx, filter, page)
    const total_count = await countPostings(tx, filter)
    return { data: postings.map(toMessage), has_more: hasMore, total_count }
  })
}

const toMessage = (posting: ListedPosting): StagedPosting => ({
  id: posting.id,
  posting_key: posting.postingKey,
  source_type: posting.sourceType,
  source_id: posting.sourceId,
  seq: posting.seq,
  status: posting.status,
  entry_at: posting.entryAt.toISOString(),
  attempts: posting.attempts,
  error_enum: posting.errorEnum ?? undefined,
  error_description: posting.errorDescription ?? undefined,
  entry_id: posting.entryId ?? undefined,
  staged_at: posting.stagedAt.toISOString(),
  posted_at: posting.postedAt?.toISOString(),
  failed_at: posting.failedAt?.toISOString(),
})

export const stagedPostingsRpc = (service: StagedPostings): Implementation =>
  implement(StagedPostingsService, {
    ListPostings: (request, context) => listPostings(service, request, context),
    RetryPosting: async (request, context) => {
      const write = writeRequestOf(context)
      await service.requireBusiness(context)
      return { data: toMessage(await retryPosting(service, write, request.posting_id)) }
    },
  })
