import { paginationOf, readPage, type Listing } from '@pacioli/paging'
import * as examples from '../schemas/banking-examples.ts'
import { Data, Page, refTo } from '../schemas/parts.ts'
import { ListPostingsQuery, Posting } from '../schemas/postings.ts'
import type { Services } from '../services.ts'
import { mergedPage, refusalOf } from './merged-postings.ts'
import { postingId, PostingParams } from './path-ids.ts'
import { BusinessParams, reads, type Routes, writes } from './route.ts'

const tags = ['Postings']

const listPostings = {
  operationId: 'listPostings',
  summary: 'List postings of bank transactions and of documents',
  description:
    'What was decided outside of the journal (of bank transactions, bills, invoices, payments, credits, refunds and payouts), and how far it has ' +
    'come, newest first. FAILED ones need somebody: mend what the ledger refused, then retry. PENDING ones are ' +
    'delivered by themselves.',
  tags,
  params: BusinessParams,
  querystring: ListPostingsQuery,
  response: { 200: Page(refTo(Posting), examples.posting, 'staged_at', 'A page of postings.', 'DESC') },
}

const retryPosting = {
  operationId: 'retryPosting',
  summary: 'Retry a failed posting',
  description:
    'Delivers it again at once, and after it what it held up; in an archived business, too, since it was decided before.',
  tags,
  params: PostingParams,
  response: { 200: Data(refTo(Posting), examples.posting, 'The posting as it is now.') },
}

const listing: Listing = { name: 'postings', sorts: ['staged_at'], defaultOrder: 'DESC' }

export const postingRoutes =
  ({ bankingPostings, billingPostings }: Services, cursorKey: Buffer): Routes =>
  (app, _options, done) => {
    const owners = [bankingPostings, billingPostings]

    app.get(
      '/businesses/:businessId/postings',
      { schema: listPostings, config: reads('books:read', ['BusinessNotFound', 'InvalidCursor']) },
      async (request) => {
        const { status, source_id } = request.query
        const scope = [request.params.businessId, status, source_id]
        const page = readPage(cursorKey, listing, scope, request.query)
        const [staged_at = '', id = ''] = page.after ?? []
        const after = page.after ? { staged_at, id } : null
        const question = { status, source_id, limit: page.limit, sort_order: page.sortOrder, after }
        const pages = await Promise.all(owners.map(({ ListPostings }) => request.ask(ListPostings, question)))
        const { data, hasMore, totalCount } = mergedPage(pages, page)
        const last = hasMore ? data.at(-1) : undefined
        const end = last && [last.staged_at, last.id]
        const pagination = paginationOf(cursorKey, listing, scope, page, page.totalCount ?? totalCount, end)
        return { data, meta: { pagination } }
      },
    )

    app.post(
      '/businesses/:businessId/postings/:postingId/retry',
      {
        schema: retryPosting,
        config: writes('books:write', ['BusinessNotFound', 'PostingNotFound', 'PostingNotFailed']),
      },
      async (request) => {
        const posting_id = postingId(request.params.postingId)
        // Only one of them can have it, and it is nothing to the others.
        const outcomes = await Promise.allSettled(
          owners.map(({ RetryPosting }) => request.ask(RetryPosting, { posting_id })),
        )
        const retried = outcomes.find((outcome) => outcome.status === 'fulfilled')
        if (retried) return { data: retried.value.data }
        throw refusalOf(
          outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : [])),
        )
      },
    )
    done()
  }
