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
  billNames,
  includeDeleted,
  METHODS,
  paymentMethod,
  spendingInputs,
  vendorFilter,
  vendorNames,
} from './payables-parts.ts'
import {
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
import { Vendor } from './vendors.ts'

/** What of a payment went to one bill. */
export const paymentAllocationFields = {
  id: Type.String(uuid),
  bill_id: Type.String(uuid),
  payment_id: Type.String(uuid),
  amount: Type.Integer({ description: 'Minor units.' }),
  transaction_tags: DocumentTags,
  ...annotations,
  allocated_at: Type.String({ ...instant, description: 'When the bill got it: when it was paid, or later.' }),
}

const PaymentAllocation = Resource(paymentAllocationFields)

const paymentFields = {
  id: Type.String(uuid),
  external_id: Null(Type.String(), { description: 'Your own id of it.' }),
  vendor: refTo(Vendor),
  at: Type.String({ ...instant, description: 'The same as `paid_at`.' }),
  paid_at: Type.String(instant),
  method: OneOf(METHODS),
  amount: Type.Integer({ description: 'Minor units.' }),
  unallocated_amount: Type.Integer({ description: 'What no bill has got yet: a prepayment.' }),
  processor: Null(Type.String()),
  payment_clearing_account: refTo(AccountSummary),
  imported_at: Type.String(instant),
  updated_at: Type.String(instant),
  deleted_at: Null(Type.String(instant)),
  transaction_tags: DocumentTags,
  ...annotations,
}

export const BillPayment = Resource(
  { ...paymentFields, allocations: ListOf(PaymentAllocation) },
  { $id: 'Bill_Payment', description: 'What the business paid to a vendor, over any number of its bills.' },
)

/** Within one of its allocations. */
export const EmbeddedBillPayment = Resource(paymentFields)

const allocationInputs = {
  ...billNames,
  amount: Amount({ description: 'Minor units, at most what is outstanding of the bill.' }),
  tags: Optional(TagInputs),
  ...annotationInputs,
}

export const CreateBillPaymentBody = Body(
  {
    external_id: externalId('the payment'),
    ...vendorNames,
    paid_at: Optional(Instant({ description: 'Now unless given.' })),
    at: Optional(Instant({ description: 'Another name of `paid_at`.' })),
    method: paymentMethod,
    amount: Amount({ description: 'Minor units. What no allocation takes is a prepayment.' }),
    ...spendingInputs,
    allocations: Optional(
      Type.Array(Body(allocationInputs), { maxItems: MAX_ITEMS, description: 'At most one for each bill.' }),
    ),
    tags: Optional(TagInputs),
    ...annotationInputs,
  },
  {
    description: 'The vendor is that of the bills; one has to be named where there are none.',
    examples: [
      {
        external_id: 'payment-7',
        paid_at: '2026-02-20T15:00:00Z',
        method: 'ACH',
        amount: 60_000,
        allocations: [{ bill_external_id: 'bill-1001', amount: 50_000 }],
      },
    ],
  },
)

export const AllocateBillPaymentBody = Body(
  {
    ...allocationInputs,
    allocated_at: Optional(Instant({ description: 'Now unless given, and never before the payment.' })),
  },
  { examples: [{ bill_external_id: 'bill-1002', amount: 10_000 }] },
)

export const ListBillPaymentsQuery = Query({
  ...paging(['paid_at', 'amount'], 'DESC'),
  ...vendorFilter,
  bill_id: Type.Optional(Uuid({ description: 'Only payments of which this bill got something.' })),
  method: Type.Optional(OneOf(METHODS)),
  start_date: Type.Optional(DayOrInstant({ description: 'Of `paid_at`.' })),
  end_date: Type.Optional(DayOrInstant({ description: 'Of `paid_at`; a day counts as a whole.' })),
  has_unallocated: Type.Optional(Type.Boolean({ description: 'Whether something is left that no bill has got.' })),
  external_id: Type.Optional(Text(255)),
  ...referenceNumbers,
  ...tagFilterOf('payments'),
  include_deleted: includeDeleted,
})
