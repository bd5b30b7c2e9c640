/** Postings are kept by the services that decide them; callers read one list. */
import type { ListPostingsRequest, PostingAnswer__Output } from '@pacioli/protos/postings'
import { paginationOf, readPage, type Listing } from '@pacioli/paging'
import { answer, requestPartsOf, type Handler } from '../contract/operations.ts'
import type { Services } from '../services.ts'
import { mergedPage, refusalOf } from './merged-postings.ts'

const listing: Listing = { name: 'postings', sorts: ['staged_at'], defaultOrder: 'DESC' }

export const listPostings =
  ({ bankingPostings, billingPostings }: Services, cursorKey: Buffer): Handler =>
  async (request, reply, ready) => {
    const parts = requestPartsOf(request)
    const { status, source_id } = ready.read(parts) as ListPostingsRequest
    const scope = [parts.params['businessId'], status, source_id]
    const page = readPage(cursorKey, listing, scope, parts.query)
    const [staged_at = '', id = ''] = page.after ?? []
    const after = page.after ? { staged_at, id } : null
    const query = { status, source_id, limit: page.limit, sort_order: page.sortOrder, after }
    const owners = [bankingPostings, billingPostings]
    const pages = await Promise.all(owners.map(({ ListPostings }) => request.call(ListPostings, query)))
    const { data, hasMore, totalCount } = mergedPage(pages, page)
    const last = hasMore ? data.at(-1) : undefined
    const end = last && [last.staged_at, last.id]
    const pagination = paginationOf(cursorKey, listing, scope, page, page.totalCount ?? totalCount, end)
    const json = ready.serializePage(
      data.map((posting) => ready.serializeData(posting)),
      { pagination },
    )
    return reply.type('application/json; charset=utf-8').send(json)
  }

export const retryPosting =
  ({ bankingPostings, billingPostings }: Services): Handler =>
  async (request, reply, ready) => {
    const parts = ready.read(requestPartsOf(request)) as { posting_id: string }
    // Only one service can have it; the others refuse without effect.
    const owners = [bankingPostings, billingPostings]
    const outcomes = await Promise.allSettled(owners.map(({ RetryPosting }) => request.call(RetryPosting, parts)))
    const retried = outcomes.find((outcome) => outcome.status === 'fulfilled')
    if (retried) return answer(request, reply, ready, retried.value satisfies PostingAnswer__Output)
    throw refusalOf(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : [])))
  }
