/** StagedPostingsService, as each service that posts serves it. */
import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { paginationOf, readPage, type Listing } from '@pacioli/paging'
import {
  StagedPostingsService,
  type ListPostingsRequest__Output,
  type ListPostingsResponse,
  type StagedPosting,
} from '@pacioli/protos/postings'
import { implement, isUuid, tenantOf, writeRequestOf, type CallContext, type Implementation } from '@pacioli/rpc'
import type { PostingDesk } from './desk.ts'
import {
  countPostings,
  loadPostingPage,
  type ListedPosting,
  type PostingFilter,
  type PostingStatus,
} from './listing.store.ts'
import { retryPosting } from './retry-posting.ts'

export type StagedPostings = {
  db: Database
  desk: PostingDesk
  now: () => Date
  /** Signs cursors; all replicas share it. */
  cursorKey: Buffer
  /** Refuses a business that is not one of the caller's. @throws BusinessNotFound */
  requireBusiness: (context: CallContext) => Promise<unknown>
}

const listing: Listing = { name: 'postings', sorts: ['staged_at'], defaultOrder: 'DESC' }

const STATUSES: readonly PostingStatus[] = ['PENDING', 'POSTED', 'FAILED']

/** A source that is no id has no postings, as one that nobody knows. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

function filterOf({ status, source_id: sourceId }: ListPostingsRequest__Output): PostingFilter {
  const known = STATUSES.find((one) => one === status)
  if (status !== undefined && known === undefined)
    throw refused('InvalidQuery', `Expected a status of ${STATUSES.join(', ')}.`, { field: 'status', value: status })
  return { status: known, sourceId: sourceId === undefined || isUuid(sourceId) ? sourceId?.toLowerCase() : NOBODY }
}

async function listPostings(
  service: StagedPostings,
  request: ListPostingsRequest__Output,
  context: CallContext,
): Promise<ListPostingsResponse> {
  const tenant = tenantOf(context)
  await service.requireBusiness(context)
  const filter = filterOf(request)
  const scope = [tenant.businessId, filter]
  const page = readPage(service.cursorKey, listing, scope, request.page ?? {})
  return service.db.transact(tenant, async (tx) => {
    const { postings, last } = await loadPostingPage(tx, tenant.businessId, filter, page)
    const total = page.totalCount ?? (await countPostings(tx, tenant.businessId, filter))
    return {
      data: postings.map(toMessage),
      pagination: paginationOf(service.cursorKey, listing, scope, page, total, last),
    }
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
