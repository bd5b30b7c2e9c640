import { Type } from 'typebox'
import { Customer } from './customers.ts'
import {
  AccountSummaryOrNull,
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
  Body,
  DayOrInstant,
  Instant,
  instant,
  ListOf,
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
import { processingFee, RefundedFees, RefundPayment, refundPaymentInputs } from './refund-payments.ts'
import {
  customerFilter,
  customerNames,
  invoiceNames,
  MAX_DEDICATED,
  REFUND_METHODS,
  ReplacingTagInputs,
  settlingInputs,
} from './receivables-parts.ts'

const RefundLineItem = Resource({
  id: Type.String(uuid),
  external_id: Null(Type.String(), { description: 'Your own id of it.' }),
  amount: Type.Integer({ description: 'Minor units.' }),
  ledger_account: AccountSummaryOrNull('The account of its own, where it names one.'),
  prepayment_account: AccountSummaryOrNull('Where what was paid in advance waited.'),
  transaction_tags: DocumentTags,
  ...annotations,
})

export const RefundAllocation = Resource(
  {
    id: Type.String(uuid),
    external_id: Null(Type.String(), { description: 'Your own id of it.' }),
    refund_id: Type.String(uuid),
    total_amount: Type.Integer({ description: 'Minor units.' }),
    amount: Type.Integer({ description: 'Within an invoice: what of it is on that invoice; else `total_amount`.' }),
    line_items: ListOf(RefundLineItem),
    invoice_id: Null(Type.String(uuid)),
    invoice_line_item_id: Null(Type.String(uuid)),
    invoice_payment_id: Null(Type.String(uuid)),
    customer_id: Type.String(uuid),
    transaction_tags: DocumentTags,
    ...annotations,
  },
  {
    $id: 'Refund_Allocation',
    description:
      'What of a refund hangs on what: an invoice, a line item of one, a payment, or the customer alone. It is what was ' +
      'issued, whether or not it was paid out.',
  },
)

export const Refund = Resource(
  {
    id: Type.String(uuid),
    business_id: Type.String(uuid),
    external_id: Null(Type.String(), { description: 'Your own id of it.' }),
    customer: refTo(Customer),
    completed_at: Null(Type.String(instant), { description: 'When it was issued; null: when it was recorded.' }),
    total_amount: Type.Integer({ description: 'The sum of its allocations.' }),
    outstanding_balance: Type.Integer({ description: 'What was issued and is not paid out.' }),
    allocations: ListOf(refTo(RefundAllocation)),
    payments: ListOf(refTo(RefundPayment)),
    transaction_tags: DocumentTags,
    ...annotations,
    imported_at: Type.String(instant),
    updated_at: Type.String(instant),
  },
  { $id: 'Refund', description: 'What a customer gets back: issued by allocations, paid out by refund payments.' },
)

const lineItemInputs = {
  external_id: Optional(Text(255, { description: 'Your own id of it.' })),
  amount: Amount({ description: 'Minor units.' }),
  account_identifier: Optional(AccountIdentifier),
  prepayment_account_identifier: Optional(AccountIdentifier),
  tags: Optional(TagInputs),
  ...annotationInputs,
}

const LineItems = Type.Array(Body(lineItemInputs), { maxItems: MAX_ITEMS })

/** A refund of what it stands with. */
export const dedicatedRefundInputs = {
  external_id: externalId('the refund'),
  account_identifier: Optional(AccountIdentifier),
  line_items: Optional(LineItems),
  completed_at: Optional(Instant({ description: 'Now unless given.' })),
  refund_processing_fee: processingFee,
  method: Optional(
    OneOf(REFUND_METHODS, { description: 'How it was paid out, at once and as a whole; not paid out unless given.' }),
  ),
  ...settlingInputs,
  refunded_payment_fees: Optional(RefundedFees),
  tags: Optional(TagInputs),
  ...annotationInputs,
}

export const DedicatedRefundInputs = Type.Array(Body(dedicatedRefundInputs), {
  maxItems: MAX_DEDICATED,
  description: 'Refunds of this, each worth its line items; one without any is worth all that is still refundable.',
})

export const RefundInvoiceBody = Body(
  {
    ...dedicatedRefundInputs,
    refunded_amount: Optional(
      Amount({ description: 'Minor units. Without it and without line items: all that is still refundable.' }),
    ),
  },
  {
    examples: [
      { external_id: 'refund-9', completed_at: '2026-02-27T10:00:00Z', method: 'CREDIT_CARD', refunded_amount: 4_000 },
    ],
  },
)

const allocationInputs = {
  external_id: Optional(Text(255, { description: 'Your own id of it.' })),
  total_amount: Optional(
    Amount({
      description:
        'Minor units; the sum of its line items unless given. Without either: all that is still refundable of what it ' +
        'hangs on.',
    }),
  ),
  line_items: Optional(LineItems),
  ...invoiceNames,
  invoice_line_item_id: Optional(Uuid()),
  invoice_line_item_external_id: Optional(Text(255)),
  invoice_payment_id: Optional(Uuid()),
  invoice_payment_external_id: Optional(Text(255)),
  ...customerNames,
  tags: Optional(TagInputs),
  ...annotationInputs,
}

const exampleAllocation = { invoice_external_id: 'invoice-2001', total_amount: 4_000 }

export const CreateRefundBody = Body(
  {
    external_id: externalId('the refund'),
    completed_at: Optional(Instant({ description: 'When it is issued; now unless given.' })),
    allocations: Type.Array(Body(allocationInputs), { minItems: 1, maxItems: MAX_ITEMS }),
    payments: Optional(Type.Array(Body(refundPaymentInputs), { maxItems: MAX_ITEMS })),
    tags: Optional(TagInputs),
    ...annotationInputs,
  },
  {
    examples: [
      {
        external_id: 'refund-9',
        completed_at: '2026-02-27T10:00:00Z',
        allocations: [exampleAllocation],
        payments: [{ refunded_amount: 4_000, method: 'CREDIT_CARD', external_id: 'refund-payment-9' }],
      },
    ],
  },
)

const kept = (what: string) => Optional(Uuid({ description: `Of the ${what} that stays, changed.` }))
const REPLACES = 'Replaces the list. What has the id or the external id of one that is there keeps its id.'

export const UpdateRefundBody = Body(
  {
    external_id: Optional(Text(255, { description: 'Unique among the refunds of the business.' })),
    completed_at: Optional(Instant({ description: 'When it is issued.' })),
    allocations: Optional(
      Type.Array(
        Body({
          ...allocationInputs,
          line_items: Optional(Type.Array(Body({ ...lineItemInputs, id: kept('line item') }), { maxItems: MAX_ITEMS })),
          id: kept('allocation'),
        }),
        { maxItems: MAX_ITEMS, description: REPLACES },
      ),
    ),
    payments: Optional(
      Type.Array(Body({ ...refundPaymentInputs, id: kept('payment') }), { maxItems: MAX_ITEMS, description: REPLACES }),
    ),
    tags: Optional(ReplacingTagInputs),
    ...annotationInputs,
  },
  { examples: [{ memo: 'Torn on arrival', allocations: [{ ...exampleAllocation, total_amount: 3_500 }] }] },
)

export const ListRefundsQuery = Query({
  ...paging(['completed_at', 'total_amount'], 'DESC'),
  ...customerFilter,
  invoice_id: Type.Optional(Uuid({ description: 'Only refunds of this invoice, or of a line item of it.' })),
  invoice_payment_id: Type.Optional(Uuid({ description: 'Only refunds of this payment.' })),
  start_date: Type.Optional(DayOrInstant({ description: 'Of when it was issued.' })),
  end_date: Type.Optional(DayOrInstant({ description: 'Of when it was issued; a day counts as a whole.' })),
  is_open: Type.Optional(Type.Boolean({ description: 'true: only what is still to be paid out; false: the rest.' })),
  external_id: Type.Optional(Text(255)),
  ...referenceNumbers,
  ...tagFilterOf('refunds'),
})
