import { Type } from 'typebox'
import { Customer } from './customers.ts'
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
  Amount,
  AmountOrZero,
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
import {
  customerFilter,
  customerNames,
  INVOICE_PAYMENT_METHODS,
  invoiceNames,
  invoicePaymentMethod,
  MAX_DEDICATED,
  settlingInputs,
} from './receivables-parts.ts'
import { DedicatedRefundInputs } from './refunds.ts'

/** What of a payment went to one invoice. */
export const invoiceAllocationFields = {
  id: Type.String(uuid),
  invoice_id: Type.String(uuid),
  payment_id: Type.String(uuid),
  amount: Type.Integer({ description: 'Minor units.' }),
  transaction_tags: DocumentTags,
  ...annotations,
}

const InvoicePaymentAllocation = Resource({
  ...invoiceAllocationFields,
  moved_to_credit_at: Null(Type.String(instant), {
    description: 'When its invoice was voided, and the amount became the customer’s credit.',
  }),
})

const paymentFields = {
  id: Type.String(uuid),
  external_id: Null(Type.String(), { description: 'Your own id of it.' }),
  customer: refTo(Customer),
  at: Type.String({ ...instant, description: 'The same as `paid_at`.' }),
  paid_at: Type.String(instant),
  method: OneOf(INVOICE_PAYMENT_METHODS),
  amount: Type.Integer({ description: 'Minor units.' }),
  fee: Type.Integer({ description: 'What of it the processor kept.' }),
  unallocated_amount: Type.Integer({ description: 'What no invoice has got: the customer’s credit.' }),
  refunded_amount: Type.Integer({ description: 'What was refunded through this payment.' }),
  processor: Null(Type.String()),
  payment_clearing_account: refTo(AccountSummary),
  is_matched: Type.Boolean({ description: 'Whether it is matched to a bank transaction.' }),
  payout_id: Null(Type.String(uuid), { description: 'The payout that it is in.' }),
  imported_at: Type.String(instant),
  updated_at: Type.String(instant),
  transaction_tags: DocumentTags,
  ...annotations,
}

export const InvoicePayment = Resource(
  { ...paymentFields, allocations: ListOf(InvoicePaymentAllocation) },
  { $id: 'Invoice_Payment', description: 'What a customer paid, over any number of its invoices.' },
)

/** Within one of its allocations. */
export const EmbeddedInvoicePayment = Resource(paymentFields)

const receivedInputs = {
  external_id: externalId('the payment'),
  method: invoicePaymentMethod,
  fee: Optional(
    AmountOrZero({ description: 'What of the amount the processor keeps, at most all of it; 0 unless given.' }),
  ),
  ...settlingInputs,
  tags: Optional(TagInputs),
  ...annotationInputs,
}

const paidAt = (unlessGiven: string) => Optional(Instant({ description: `${unlessGiven} unless given.` }))

export const CreateInvoicePaymentBody = Body(
  {
    ...receivedInputs,
    ...customerNames,
    paid_at: paidAt('Now'),
    amount: Amount({
      description: 'Minor units, the fee included. What no allocation takes is the customer’s credit.',
    }),
    allocations: Optional(
      Type.Array(
        Body({
          ...invoiceNames,
          amount: Amount({ description: 'Minor units, at most what is outstanding of the invoice.' }),
          tags: Optional(TagInputs),
          ...annotationInputs,
        }),
        { maxItems: MAX_ITEMS, description: 'At most one for each invoice.' },
      ),
    ),
  },
  {
    description: 'The customer is that of the invoices; one has to be named where there are none.',
    examples: [
      {
        external_id: 'invoice-payment-7',
        paid_at: '2026-02-20T15:00:00Z',
        method: 'CREDIT_CARD',
        amount: 50_000,
        fee: 1_450,
        processor: 'STRIPE',
        allocations: [{ invoice_external_id: 'invoice-2001', amount: 50_000 }],
      },
    ],
  },
)

const dedicatedPaymentInputs = {
  ...receivedInputs,
  amount: Amount({ description: 'Minor units, the fee included; at most what is outstanding of the invoice.' }),
  dedicated_refunds: Optional(DedicatedRefundInputs),
}

/** Within the request that makes the invoice. */
export const DedicatedPaymentInputs = Type.Array(Body({ ...dedicatedPaymentInputs, paid_at: paidAt('`sent_at`') }), {
  maxItems: MAX_DEDICATED,
  description: 'What is paid already: the invoice is made paid or partially paid.',
})

export const PayInvoiceBody = Body(
  { ...dedicatedPaymentInputs, paid_at: paidAt('Now') },
  { examples: [{ paid_at: '2026-02-20T15:00:00Z', method: 'ACH', amount: 50_000 }] },
)

export const ListInvoicePaymentsQuery = Query({
  ...paging(['paid_at', 'amount'], 'DESC'),
  ...customerFilter,
  invoice_id: Type.Optional(Uuid({ description: 'Only payments of which this invoice got something.' })),
  method: Type.Optional(OneOf(INVOICE_PAYMENT_METHODS)),
  processor: Type.Optional(Text(64)),
  start_date: Type.Optional(DayOrInstant({ description: 'Of `paid_at`.' })),
  end_date: Type.Optional(DayOrInstant({ description: 'Of `paid_at`; a day counts as a whole.' })),
  min_amount: Type.Optional(AmountOrZero({ description: 'Of `amount`, in minor units.' })),
  max_amount: Type.Optional(AmountOrZero({ description: 'Of `amount`, in minor units.' })),
  included_in_payout: Type.Optional(Type.Boolean()),
  is_matched: Type.Optional(Type.Boolean({ description: 'Whether it is matched to a bank transaction.' })),
  external_id: Type.Optional(Text(255)),
  ...referenceNumbers,
  ...tagFilterOf('payments'),
})
