import { Type } from 'typebox'
import { ChartAccount } from './accounts.ts'
import { annotationInputs, annotations, DocumentTags } from './document-parts.ts'
import {
  Amount,
  AmountOrZero,
  Body,
  DayOrInstant,
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
  TagInputs,
  Text,
  uuid,
  Uuid,
} from './parts.ts'
import { REFUND_METHODS, refundMethod, settlingInputs } from './receivables-parts.ts'

const RefundedPaymentFee = Resource({
  account: refTo(ChartAccount),
  fee_amount: Type.Integer({ description: 'Minor units.' }),
  description: Null(Type.String()),
})

export const RefundPayment = Resource(
  {
    id: Type.String(uuid),
    external_id: Null(Type.String(), { description: 'Your own id of it.' }),
    refund_id: Type.String(uuid),
    refunded_amount: Type.Integer({ description: 'Minor units.' }),
    fee: Null(Type.Integer(), { description: 'What the processor charged for the refund, in minor units.' }),
    completed_at: Type.String(instant),
    method: OneOf(REFUND_METHODS),
    processor: Null(Type.String()),
    payment_clearing_account: refTo(ChartAccount),
    refunded_payment_fees: ListOf(RefundedPaymentFee),
    is_matched: Type.Boolean({ description: 'Whether it is matched to a bank transaction.' }),
    payout_id: Null(Type.String(uuid), { description: 'The payout that it is in.' }),
    transaction_tags: DocumentTags,
    ...annotations,
    imported_at: Type.String(instant),
    updated_at: Type.String(instant),
  },
  { $id: 'Refund_Payment', description: 'What went back to a customer.' },
)

export const RefundedFees = Type.Array(
  Body({
    account: Body({
      type: Type.Literal('AccountId', { type: 'string' }),
      id: Uuid({ description: 'The account that the fee had been expensed to.' }),
    }),
    fee_amount: AmountOrZero({ description: 'Minor units.' }),
    description: Optional(Note(4_096)),
  }),
  { maxItems: 100, description: 'What the processor gave back of its fee for the payment.' },
)

export const processingFee = Optional(
  AmountOrZero({ description: 'What the processor charges for the refund; 0 unless given.' }),
)

export const refundPaymentInputs = {
  refunded_amount: Amount({ description: 'Minor units.' }),
  completed_at: Optional(Instant({ description: 'That of the refund unless given, else now.' })),
  method: refundMethod,
  external_id: Optional(Text(255, { description: 'Your own id of it.' })),
  refund_processing_fee: processingFee,
  ...settlingInputs,
  refunded_payment_fees: Optional(RefundedFees),
  tags: Optional(TagInputs),
  ...annotationInputs,
}

export const ListRefundPaymentsQuery = Query({
  limit: paging(['completed_at']).limit,
  cursor: Type.Optional(Text(4096, { description: 'In the link to the next page. Keep the other filters.' })),
  external_id: Type.Optional(Text(255)),
  completed_at_start: Type.Optional(DayOrInstant()),
  completed_at_end: Type.Optional(DayOrInstant({ description: 'A day counts as a whole.' })),
  method: Type.Optional(OneOf(REFUND_METHODS)),
  processor: Type.Optional(Text(64)),
  min_amount: Type.Optional(AmountOrZero({ description: 'Of `refunded_amount`, in minor units.' })),
  max_amount: Type.Optional(AmountOrZero({ description: 'Of `refunded_amount`, in minor units.' })),
  included_in_payout: Type.Optional(Type.Boolean()),
  is_matched: Type.Optional(Type.Boolean({ description: 'Whether it is matched to a bank transaction.' })),
  ...referenceNumbers,
})
