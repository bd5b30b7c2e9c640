import { Type } from 'typebox'
import {
  AccountSummary,
  annotationInputs,
  annotations,
  DocumentTags,
  externalId,
  MAX_ITEMS,
  tagFilterOf,
} from './document-parts.ts'
import {
  AccountIdentifier,
  Amount,
  AmountOrZero,
  Body,
  DayOrInstant,
  DIRECTIONS,
  Instant,
  instant,
  ListOf,
  Note,
  Null,
  OneOf,
  Optional,
  paging,
  Query,
  referenceNumbers,
  refTo,
  Resource,
  SignedAmount,
  TagInputs,
  Text,
  uuid,
  Uuid,
} from './parts.ts'

const direction = OneOf(DIRECTIONS, { description: 'CREDIT adds to the payout, DEBIT takes from it.' })

const PayoutMember = (amount: string) =>
  Resource({
    id: Type.String(uuid),
    external_id: Null(Type.String()),
    amount: Type.Integer({ description: amount }),
  })

const PayoutTransaction = Resource({
  id: Type.String(uuid),
  external_id: Null(Type.String(), { description: 'Your own id of it.' }),
  amount: Type.Integer({ description: 'Minor units.' }),
  direction,
  ledger_account: refTo(AccountSummary),
  description: Null(Type.String()),
  transaction_tags: DocumentTags,
})

export const Payout = Resource(
  {
    id: Type.String(uuid),
    business_id: Type.String(uuid),
    external_id: Null(Type.String(), { description: 'Your own id of it.' }),
    processor: Null(Type.String()),
    paid_out_amount: Type.Integer({ description: 'What reaches the bank; below zero where the processor collects.' }),
    fee: Type.Integer({ description: 'What the processor charged for the payout itself.' }),
    completed_at: Type.String(instant),
    payments: ListOf(PayoutMember('What was paid less its fee.')),
    refund_payments: ListOf(PayoutMember('What it took, above zero.')),
    other_transactions: ListOf(PayoutTransaction),
    is_matched: Type.Boolean({ description: 'Whether it is matched to a bank transaction.' }),
    transaction_tags: DocumentTags,
    ...annotations,
    imported_at: Type.String(instant),
    updated_at: Type.String(instant),
  },
  {
    $id: 'Payout',
    description: 'What a processor deposits: payments less refunds, fees and whatever else it settles.',
  },
)

/** As many as a processor settles at once in a busy business. */
const MAX_MEMBERS = 10_000

const memberInputs = (noun: string) =>
  Optional(
    Type.Array(
      Body({
        id: Optional(Uuid({ description: `The ${noun}, by its id.` })),
        external_id: Optional(Text(255, { description: `The ${noun}, by your own id of it.` })),
      }),
      { maxItems: MAX_MEMBERS, description: `Payments and refund payments together are at most ${MAX_MEMBERS}.` },
    ),
  )

export const CreatePayoutBody = Body(
  {
    external_id: externalId('the payout'),
    processor: Optional(Text(64, { description: 'Who pays out.' })),
    paid_out_amount: SignedAmount({ description: 'Minor units: what reaches the bank.' }),
    fee: Optional(AmountOrZero({ description: 'For the payout itself, not those of its payments; 0 unless given.' })),
    completed_at: Optional(Instant({ description: 'Now unless given.' })),
    payments: memberInputs('invoice payment'),
    refund_payments: memberInputs('refund payment'),
    other_transactions: Optional(
      Type.Array(
        Body({
          external_id: Optional(Text(255, { description: 'Your own id of it.' })),
          amount: Amount({ description: 'Minor units.' }),
          direction,
          account_identifier: AccountIdentifier,
          description: Optional(Note(4_096)),
          tags: Optional(TagInputs),
        }),
        { maxItems: MAX_ITEMS, description: 'Whatever else it settles, such as a reserve.' },
      ),
    ),
    tags: Optional(TagInputs),
    ...annotationInputs,
  },
  {
    examples: [
      {
        external_id: 'payout-5',
        processor: 'STRIPE',
        paid_out_amount: 44_450,
        fee: 100,
        completed_at: '2026-02-28T08:00:00Z',
        payments: [{ external_id: 'invoice-payment-7' }],
        refund_payments: [{ external_id: 'refund-payment-9' }],
      },
    ],
  },
)

export const ListPayoutsQuery = Query({
  ...paging(['completed_at', 'paid_out_amount'], 'DESC'),
  processor: Type.Optional(Text(64)),
  start_date: Type.Optional(DayOrInstant({ description: 'Of `completed_at`.' })),
  end_date: Type.Optional(DayOrInstant({ description: 'Of `completed_at`; a day counts as a whole.' })),
  min_amount: Type.Optional(SignedAmount({ description: 'Of `paid_out_amount`, in minor units.' })),
  max_amount: Type.Optional(SignedAmount({ description: 'Of `paid_out_amount`, in minor units.' })),
  is_matched: Type.Optional(Type.Boolean({ description: 'Whether it is matched to a bank transaction.' })),
  external_id: Type.Optional(Text(255)),
  ...referenceNumbers,
  ...tagFilterOf('payouts'),
})
