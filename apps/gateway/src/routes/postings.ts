/** Postings are kept by each service that decides them; callers read them as one list. */
import type { ListPostingsRequest, PostingAnswer__Output } from '@pacioli/protos/postings'
import { paginationOf, readPage, type Listing } from '@pacioli/paging'
import { answer, askedBy, type Handler } from '../contract/operations.ts'
import type { Services } from '../services.ts'
import { mergedPage, refusalOf } from './merged-postings.ts'

const listing: Listing = { name: 'postings', sorts: ['staged_at'], defaultOrder: 'DESC' }

export const listPostings =
  ({ bankingPostings, billingPostings }: Services, cursorKey: Buffer): Handler =>
  async (request, reply, ready) => {
    const asked = askedBy(request)
    const { status, source_id } = ready.read(asked) as ListPostingsRequest
    const scope = [asked.params['businessId'], status, source_id]
    const page = readPage(cursorKey, listing, scope, asked.query)
    const [staged_at = '', id = ''] = page.after ?? []
    const after = page.after ? { staged_at, id } : null
    const question = { status, source_id, limit: page.limit, sort_order: page.sortOrder, after }
    const owners = [bankingPostings, billingPostings]
    const pages = await Promise.all(owners.map(({ ListPostings }) => request.ask(ListPostings, question)))
    const { data, hasMore, totalCount } = mergedPage(pages, page)
    const last = hasMore ? data.at(-1) : undefined
    const end = last && [last.staged_at, last.id]
    const pagination = paginationOf(cursorKey, listing, scope, page, page.totalCount ?? totalCount, end)
    const told = ready.tellPage(
      data.map((posting) => ready.tellData(posting)),
      { pagination },
    )
    return reply.type('application/json; charset=utf-8').send(told)
  }

export const retryPosting =
  ({ bankingPostings, billingPostings }: Services): Handler =>
  async (request, reply, ready) => {
    const asked = ready.read(askedBy(request)) as { posting_id: string }
    // Only one of them can have it, and it is nothing to the others.
    const owners = [bankingPostings, billingPostings]
    const outcomes = await Promise.allSettled(owners.map(({ RetryPosting }) => request.ask(RetryPosting, asked)))
    const retried = outcomes.find((outcome) => outcome.status === 'fulfilled')
    if (retried) return answer(request, reply, ready, retried.value satisfies PostingAnswer__Output)
    throw refusalOf(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : [])))
  }
