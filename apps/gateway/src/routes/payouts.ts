import { requireTagPair } from '@pacioli/paging'
import type { Payout__Output, PayoutInput } from '@pacioli/protos/billing'
import type { Static } from 'typebox'
import { Data, Page, refTo } from '../schemas/parts.ts'
import { CreatePayoutBody, ListPayoutsQuery, Payout } from '../schemas/payouts.ts'
import * as examples from '../schemas/receivables-examples.ts'
import type { Services } from '../services.ts'
import { accountOf, idOf } from './document-inputs.ts'
import { payoutId, PayoutParams } from './path-ids.ts'
import { tellPosting } from './posting-state.ts'
import { withMetadataText } from './public-entry.ts'
import { publicPayout } from './public-receivables.ts'
import { NAMING } from './receivables-errors.ts'
import { numbersOf } from './reference-numbers.ts'
import { limitTags } from './request-limits.ts'
import { BusinessParams, creates, reads, type Routes, sendCreated } from './route.ts'

const tags = ['Payouts']
const answer = (description: string) => Data(refTo(Payout), examples.payout, description)

const createPayout = {
  operationId: 'createPayout',
  summary: 'Record a payout of a processor',
  description:
    'What a processor deposited: the payments in it less their fees, less the refund payments, less its own fee, with ' +
    'whatever else it settled. Posts at `completed_at`, in both books: UNDEPOSITED_FUNDS, and PAYMENT_PROCESSING_FEES ' +
    'for its own fee, against the clearing accounts of its members. The payout, and each other transaction, takes at ' +
    'most 10 tags; all together at most 10,000.',
  tags,
  params: BusinessParams,
  body: CreatePayoutBody,
  response: { 201: answer('The new payout.'), 200: answer('The payout that this `external_id` made before.') },
}

const listPayouts = {
  operationId: 'listPayouts',
  summary: 'List payouts',
  description: 'The latest first, unless asked for otherwise. Filters combine with AND.',
  tags,
  params: BusinessParams,
  querystring: ListPayoutsQuery,
  response: { 200: Page(refTo(Payout), examples.payout, 'completed_at', 'A page of payouts.', 'DESC') },
}

const getPayout = {
  operationId: 'getPayout',
  summary: 'Get a payout',
  description: 'One payout with all that is in it.',
  tags,
  params: PayoutParams,
  response: { 200: answer('The payout.') },
}

type Member = { id?: string; external_id?: string }
const memberOf = (member: Member) => ({ ...member, id: idOf(member.id) })

const payoutOf = (payout: Static<typeof CreatePayoutBody>): PayoutInput => ({
  ...withMetadataText(payout),
  payments: (payout.payments ?? []).map(memberOf),
  refund_payments: (payout.refund_payments ?? []).map(memberOf),
  other_transactions: (payout.other_transactions ?? []).map((other) => ({
    ...other,
    account_identifier: accountOf(other.account_identifier),
  })),
})

const single = ({ data }: { data: Payout__Output | null }) => ({ data: data && publicPayout(data) })

export const payoutRoutes =
  ({ payouts }: Services): Routes =>
  (app, _options, done) => {
    app.post(
      '/businesses/:businessId/payouts',
      {
        schema: createPayout,
        config: creates(
          'books:write',
          [
            ...NAMING,
            'InvoicePaymentNotFound',
            'RefundPaymentNotFound',
            'PayoutUnbalanced',
            'NotPaidOut',
            'DocumentMatched',
            'AmountOutOfRange',
          ],
          { posts: true },
        ),
      },
      async (request, reply) => {
        limitTags('other_transactions', [request.body], request.body.other_transactions ?? [])
        const answered = await request.ask(payouts.CreatePayout, payoutOf(request.body))
        tellPosting(reply, answered)
        return sendCreated(reply, answered.created, single(answered).data)
      },
    )

    app.get(
      '/businesses/:businessId/payouts',
      { schema: listPayouts, config: reads('books:read', ['BusinessNotFound', 'InvalidCursor', 'MissingTagValues']) },
      async (request) => {
        const { cursor, limit, sort_by, sort_order, reference_number, reference_numbers, ...filters } = request.query
        requireTagPair(filters.tag_key, filters.tag_values)
        const { data, pagination } = await request.ask(payouts.ListPayouts, {
          ...filters,
          page: { cursor, limit, sort_by, sort_order },
          reference_numbers: numbersOf(reference_number, reference_numbers),
        })
        return { data: data.map(publicPayout), meta: { pagination } }
      },
    )

    app.get(
      '/businesses/:businessId/payouts/:payoutId',
      { schema: getPayout, config: reads('books:read', ['BusinessNotFound', 'PayoutNotFound']) },
      async (request) => single(await request.ask(payouts.GetPayout, { payout_id: payoutId(request.params.payoutId) })),
    )
    done()
  }
