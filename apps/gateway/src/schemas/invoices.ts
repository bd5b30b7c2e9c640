import { Type } from 'typebox'
import { AccountId } from './accounts.ts'
import { Customer } from './customers.ts'
import {
  AccountSummary,
  AccountSummaryOrNull,
  annotationInputs,
  annotations,
  DocumentTags,
  externalId,
  MAX_ADDITIONAL_TAXES,
  MAX_ITEMS,
  MAX_LINE_TAXES,
  Quantity,
  SalesTaxes,
  tagFilterOf,
} from './document-parts.ts'
import { DedicatedPaymentInputs, EmbeddedInvoicePayment, invoiceAllocationFields } from './invoice-payments.ts'
import {
  AccountIdentifier,
  Always,
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
  OptionalBody,
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
import { CollectedTaxInputs, customerFilter, customerNames } from './receivables-parts.ts'
import { DedicatedRefundInputs, RefundAllocation } from './refunds.ts'
import { WriteOff } from './write-offs.ts'

export const INVOICE_STATUSES = [
  'SENT',
  'PARTIALLY_PAID',
  'PAID',
  'PARTIALLY_WRITTEN_OFF',
  'WRITTEN_OFF',
  'REFUNDED',
  'VOIDED',
] as const

export const InvoiceLineItem = Resource(
  {
    id: Type.String(uuid),
    external_id: Null(Type.String(), { description: 'Your own id of it.' }),
    invoice_id: Type.String(uuid),
    account_identifier: AccountId,
    ledger_account: refTo(AccountSummary),
    prepayment_account: AccountSummaryOrNull('Where what is paid before the invoice is sent waits for it.'),
    description: Null(Type.String()),
    product: Null(Type.String()),
    unit_price: Type.Integer({ description: 'Minor units.' }),
    quantity: Type.String({ description: 'A decimal number.' }),
    subtotal: Type.Integer({ description: 'Unit price times quantity, rounded half away from zero.' }),
    discount_amount: Type.Integer(),
    sales_taxes_total: Type.Integer(),
    sales_taxes: SalesTaxes,
    total_amount: Type.Integer({ description: 'Subtotal less discount, with taxes.' }),
    refund_allocations: Type.Array(refTo(RefundAllocation), {
      default: [],
      description: 'Refunds that hang on this line item.',
    }),
    transaction_tags: DocumentTags,
    time_entry_id: Null(Type.String(uuid)),
  },
  { $id: 'Invoice_Line_Item' },
)

const PaidInvoiceAllocation = Resource({ ...invoiceAllocationFields, payment: EmbeddedInvoicePayment })

const invoiceFields = {
  type: Always('Invoice'),
  id: Type.String(uuid),
  business_id: Type.String(uuid),
  external_id: Null(Type.String(), { description: 'Your own id of it.' }),
  status: OneOf(INVOICE_STATUSES, { description: 'Follows from what was paid, written off and refunded.' }),
  sent_at: Type.String(instant),
  due_at: Null(Type.String(instant)),
  paid_at: Null(Type.String(instant), {
    description: 'When nothing was outstanding any more, while it is PAID or REFUNDED.',
  }),
  voided_at: Null(Type.String(instant), { description: 'A voided invoice is in no books.' }),
  customer_id: Type.String(uuid),
  customer: refTo(Customer),
  line_items: ListOf(refTo(InvoiceLineItem)),
  subtotal: Type.Integer({ description: 'The sum of the line items’ subtotals.' }),
  additional_discount: Type.Integer({ description: 'On the whole invoice.' }),
  additional_sales_taxes_total: Type.Integer({ description: 'Taxes of line items and additional ones together.' }),
  additional_sales_taxes: SalesTaxes,
  tips: Type.Integer({ description: 'Minor units.' }),
  tips_account: AccountSummaryOrNull('Where the tips go.'),
  total_amount: Type.Integer({
    description: 'Line totals, additional taxes and tips, less the additional discount.',
  }),
  outstanding_balance: Type.Integer({ description: 'The total less what was paid, credited and written off.' }),
  payment_allocations: Type.Array(PaidInvoiceAllocation, {
    default: [],
    description: 'What was paid, each with its payment, of which it is one allocation.',
  }),
  refund_allocations: Type.Array(refTo(RefundAllocation), {
    default: [],
    description: 'What was refunded of it, wherever it hangs.',
  }),
  write_offs: ListOf(refTo(WriteOff)),
  imported_at: Type.String(instant),
  updated_at: Type.String(instant),
  transaction_tags: DocumentTags,
  ...annotations,
}

export const Invoice = Resource(invoiceFields, { $id: 'Invoice', description: 'What a customer owes.' })

/** Within a line of an account that may stem from none. */
export const InvoiceOrNull = Null(Resource(invoiceFields), { description: 'The invoice that the line stems from.' })

const LineItemInputs = Type.Array(
  Body({
    external_id: Optional(Text(255, { description: 'Your own id of it.' })),
    account_identifier: AccountIdentifier,
    prepayment_account_identifier: Optional(AccountIdentifier),
    description: Optional(Note(4_096)),
    product: Optional(Text(255)),
    unit_price: SignedAmount({ description: 'Minor units.' }),
    quantity: Optional(Quantity),
    discount_amount: Optional(AmountOrZero({ description: 'Minor units; 0 unless given.' })),
    sales_taxes: Optional(CollectedTaxInputs(MAX_LINE_TAXES)),
    dedicated_refunds: Optional(DedicatedRefundInputs),
    tags: Optional(TagInputs),
    time_entry_id: Optional(Uuid({ description: 'The time entry that it charges for.' })),
  }),
  { maxItems: MAX_ITEMS },
)

const exampleInvoice = {
  external_id: 'invoice-2001',
  customer_external_id: 'customer-17',
  sent_at: '2026-01-31T17:00:00Z',
  due_at: '2026-03-02T17:00:00Z',
  line_items: [
    {
      account_identifier: { type: 'StableName', stable_name: 'SALES' },
      description: 'Consulting, January',
      unit_price: 12_500,
      quantity: '7.5',
      sales_taxes: [{ amount: 6_797, tax_account: { type: 'Tax_Name', name: 'CA' } }],
    },
  ],
  tips: 500,
  reference_number: 'INV-2026-17',
}

export const CreateInvoiceBody = Body(
  {
    external_id: externalId('the invoice'),
    sent_at: Optional(Instant({ description: 'Now unless given.' })),
    due_at: Optional(Instant()),
    voided_at: Optional(Instant({ description: 'Given, the invoice is recorded as a voided one and posts nothing.' })),
    ...customerNames,
    customer_external_id: Optional(
      Text(255, { description: 'The customer, by your own id of it; made where nobody has that id yet.' }),
    ),
    line_items: LineItemInputs,
    additional_sales_taxes: Optional(CollectedTaxInputs(MAX_ADDITIONAL_TAXES)),
    additional_discount: Optional(
      AmountOrZero({ description: 'On the whole invoice, in minor units; 0 unless given.' }),
    ),
    tips: Optional(AmountOrZero({ description: 'Minor units; 0 unless given.' })),
    tips_account: Optional(AccountIdentifier),
    payments: Optional(DedicatedPaymentInputs),
    dedicated_refunds: Optional(DedicatedRefundInputs),
    tags: Optional(TagInputs),
    ...annotationInputs,
  },
  { description: 'The customer is named by `customer_id` or by `customer_external_id`.', examples: [exampleInvoice] },
)

export const CreateInvoicesBody = Type.Array(CreateInvoiceBody, {
  minItems: 1,
  maxItems: 1_000,
  examples: [[exampleInvoice]],
})

export const VoidInvoiceBody = OptionalBody({
  move_payments_to_credit: Optional(
    Type.Boolean({ description: 'What was paid becomes the customer’s credit; false unless given.' }),
  ),
})

export const ListInvoicesQuery = Query({
  ...paging(['sent_at', 'due_at', 'total_amount'], 'DESC'),
  status: Type.Optional(OneOf(INVOICE_STATUSES)),
  statuses: Type.Optional(Text(255, { description: 'Several, separated by commas; any match.' })),
  ...customerFilter,
  start_date: Type.Optional(DayOrInstant({ description: 'Of `sent_at`.' })),
  end_date: Type.Optional(DayOrInstant({ description: 'Of `sent_at`; a day counts as a whole.' })),
  due_start_date: Type.Optional(DayOrInstant({ description: 'Of `due_at`.' })),
  due_end_date: Type.Optional(DayOrInstant({ description: 'Of `due_at`; a day counts as a whole.' })),
  is_open: Type.Optional(Type.Boolean({ description: 'true: only what is still to be paid; false: the rest.' })),
  external_id: Type.Optional(Text(255)),
  ...referenceNumbers,
  ...tagFilterOf('invoices'),
  min_amount: Type.Optional(AmountOrZero({ description: 'Of `total_amount`, in minor units.' })),
  max_amount: Type.Optional(AmountOrZero({ description: 'Of `total_amount`, in minor units.' })),
})
