import * as examples from '../schemas/banking-examples.ts'
import { Data, Page, refTo } from '../schemas/parts.ts'
import { ListPostingsQuery, Posting } from '../schemas/postings.ts'
import type { Services } from '../services.ts'
import { postingId, PostingParams } from './path-ids.ts'
import { BusinessParams, reads, type Routes, writes } from './route.ts'

const tags = ['Postings']

const listPostings = {
  operationId: 'listPostings',
  summary: 'List postings of bank transactions',
  description:
    'What was decided outside of the journal, and how far it has come. FAILED ones need somebody: mend what the ledger ' +
    'refused, then retry. PENDING ones are delivered by themselves.',
  tags,
  params: BusinessParams,
  querystring: ListPostingsQuery,
  response: { 200: Page(refTo(Posting), examples.posting, 'staged_at', 'A page of postings.') },
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

export const postingRoutes =
  ({ bankingPostings }: Services): Routes =>
  (app, _options, done) => {
    app.get(
      '/businesses/:businessId/postings',
      { schema: listPostings, config: reads('books:read', ['BusinessNotFound', 'InvalidCursor']) },
      async (request) => {
        const { cursor, limit, sort_by, sort_order, ...filters } = request.query
        const page = { cursor, limit, sort_by, sort_order }
        const { data, pagination } = await request.ask(bankingPostings.ListPostings, { ...filters, page })
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
        return { data: (await request.ask(bankingPostings.RetryPosting, { posting_id })).data }
      },
    )
    done()
  }
