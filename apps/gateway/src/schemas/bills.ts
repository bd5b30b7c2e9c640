import { Type } from 'typebox'
import { AccountId } from './accounts.ts'
import { EmbeddedBillPayment, paymentAllocationFields } from './bill-payments.ts'
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
import {
  METHODS,
  paymentMethod,
  SalesTaxInputs,
  spendingInputs,
  TERMS,
  vendorFilter,
  vendorNames,
} from './payables-parts.ts'
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
import { creditAllocationFields, EmbeddedVendorCredit } from './vendor-credits.ts'
import { VendorOrNull } from './vendors.ts'

export const BILL_STATUSES = ['RECEIVED', 'PARTIALLY_PAID', 'PAID', 'VOIDED'] as const

export const BillLineItem = Resource(
  {
    id: Type.String(uuid),
    external_id: Null(Type.String(), { description: 'Your own id of it.' }),
    bill_id: Type.String(uuid),
    account_identifier: AccountId,
    ledger_account: refTo(AccountSummary),
    prepayment_account: AccountSummaryOrNull('Where what is paid before the bill is received waits for it.'),
    description: Null(Type.String()),
    product_name: Null(Type.String()),
    unit_price: Type.Integer({ description: 'Minor units.' }),
    quantity: Type.String({ description: 'A decimal number.' }),
    subtotal: Type.Integer({ description: 'Unit price times quantity, rounded half away from zero.' }),
    discount_amount: Type.Integer(),
    sales_taxes: SalesTaxes,
    sales_taxes_total: Type.Integer(),
    total_amount: Type.Integer({ description: 'Subtotal less discount, with taxes.' }),
    transaction_tags: DocumentTags,
    ...annotations,
  },
  { $id: 'Bill_Line_Item' },
)

const BillPaymentAllocation = Resource({ ...paymentAllocationFields, payment: EmbeddedBillPayment })
const BillVendorCredit = Resource({ ...creditAllocationFields, vendor_credit: EmbeddedVendorCredit })

export const Bill = Resource(
  {
    type: Always('Bill'),
    id: Type.String(uuid),
    business_id: Type.String(uuid),
    external_id: Null(Type.String(), { description: 'Your own id of it.' }),
    status: OneOf(BILL_STATUSES, { description: 'Follows from what was allocated to it.' }),
    terms: Null(OneOf(TERMS)),
    received_at: Type.String({ ...instant, description: 'Of an expense: when it was paid.' }),
    due_at: Null(Type.String(instant)),
    paid_at: Null(Type.String(instant), { description: 'When nothing was outstanding any more, while it is PAID.' }),
    voided_at: Null(Type.String(instant)),
    line_items: ListOf(refTo(BillLineItem)),
    additional_sales_taxes: SalesTaxes,
    additional_sales_taxes_total: Type.Integer({ description: 'Of `additional_sales_taxes` alone.' }),
    additional_discount: Type.Integer({ description: 'On the whole bill.' }),
    subtotal: Type.Integer({ description: 'The sum of the line items’ subtotals.' }),
    total_amount: Type.Integer({ description: 'Line totals and additional taxes, less the additional discount.' }),
    outstanding_balance: Type.Integer({ description: 'The total less what was allocated; 0 of an expense.' }),
    payment_allocations: Type.Array(BillPaymentAllocation, {
      default: [],
      description: 'What was paid, each with its payment, of which it is one allocation.',
    }),
    vendor_credits: Type.Array(BillVendorCredit, {
      default: [],
      description: 'What was credited, each with its vendor credit.',
    }),
    imported_at: Type.String(instant),
    updated_at: Type.String(instant),
    vendor: VendorOrNull,
    transaction_tags: DocumentTags,
    is_expense: Type.Boolean({ description: 'An expense is a bill that was paid on the spot.' }),
    ...annotations,
    method: Null(OneOf(METHODS), { description: 'Of an expense.' }),
    processor: Null(Type.String(), { description: 'Of an expense.' }),
    payment_clearing_account: AccountSummaryOrNull('Of an expense.'),
  },
  { $id: 'Bill', description: 'What the business owes a vendor; or, with `is_expense`, what it paid on the spot.' },
)

const lineItemInputs = {
  external_id: Optional(Text(255, { description: 'Your own id of it.' })),
  account_identifier: AccountIdentifier,
  prepayment_account_identifier: Optional(AccountIdentifier),
  description: Optional(Note(4_096)),
  product_name: Optional(Text(255)),
  unit_price: SignedAmount({ description: 'Minor units.' }),
  quantity: Optional(Quantity),
  discount_amount: Optional(AmountOrZero({ description: 'Minor units; 0 unless given.' })),
  sales_taxes: Optional(SalesTaxInputs(MAX_LINE_TAXES)),
  tags: Optional(TagInputs),
  ...annotationInputs,
}

const LineItemInputs = Type.Array(Body(lineItemInputs), { maxItems: MAX_ITEMS })

const amountInputs = {
  line_items: LineItemInputs,
  additional_sales_taxes: Optional(SalesTaxInputs(MAX_ADDITIONAL_TAXES)),
  additional_discount: Optional(AmountOrZero({ description: 'On the whole bill, in minor units; 0 unless given.' })),
}

const terms = Optional(OneOf(TERMS, { description: 'How long after it was received it is due.' }))
const dueAt = Optional(Instant({ description: 'Goes before `terms`.' }))

const exampleLineItem = {
  account_identifier: { type: 'StableName', stable_name: 'OPERATING_EXPENSES' },
  description: 'Plotter paper',
  unit_price: 1_250,
  quantity: '40',
}

const exampleBill = {
  external_id: 'bill-1001',
  vendor_external_id: 'supplier-42',
  received_at: '2026-01-31T17:00:00Z',
  terms: 'NET_30',
  line_items: [{ ...exampleLineItem, sales_taxes: [{ amount: 3_625, tax_account: { type: 'Tax_Name', name: 'CA' } }] }],
  reference_number: 'R-2026-17',
}

export const CreateBillBody = Body(
  {
    external_id: externalId('the bill'),
    ...vendorNames,
    received_at: Optional(Instant({ description: 'Now unless given.' })),
    terms,
    due_at: dueAt,
    ...amountInputs,
    tags: Optional(TagInputs),
    ...annotationInputs,
  },
  { examples: [exampleBill] },
)

export const CreateBillsBody = Type.Array(CreateBillBody, { minItems: 1, maxItems: 1_000, examples: [[exampleBill]] })

export const CreateExpenseBody = Body(
  {
    external_id: externalId('the expense'),
    ...vendorNames,
    paid_at: Optional(Instant({ description: 'Now unless given.' })),
    method: paymentMethod,
    ...spendingInputs,
    ...amountInputs,
    tags: Optional(TagInputs),
    ...annotationInputs,
  },
  {
    examples: [
      {
        external_id: 'expense-12',
        paid_at: '2026-02-03T12:30:00Z',
        method: 'CREDIT_CARD',
        line_items: [{ ...exampleLineItem, description: 'Coffee for the engine room', quantity: 2.5 }],
      },
    ],
  },
)

export const UpdateBillBody = Body(
  {
    external_id: Optional(Text(255, { description: 'Unique among bills and expenses of the business.' })),
    ...vendorNames,
    received_at: Type.Optional(Instant({ description: 'Of a bill.' })),
    terms,
    due_at: dueAt,
    paid_at: Type.Optional(Instant({ description: 'Of an expense.' })),
    method: Type.Optional(OneOf(METHODS, { description: 'Of an expense.' })),
    ...spendingInputs,
    line_items: Type.Optional(
      Type.Array(
        Body({ ...lineItemInputs, id: Optional(Uuid({ description: 'Of the line item that stays, changed.' })) }),
        {
          maxItems: MAX_ITEMS,
          description:
            'Replaces the list. What has the id or the external id of a line item that is there keeps its id.',
        },
      ),
    ),
    additional_sales_taxes: Optional(
      Type.Array(SalesTaxInputs(1).items, { maxItems: MAX_ADDITIONAL_TAXES, description: 'Replaces the list.' }),
    ),
    additional_discount: Optional(AmountOrZero({ description: 'On the whole bill, in minor units.' })),
    tags: Optional(Type.Array(TagInputs.items, { maxItems: 10, description: 'Replaces the tags that it carries.' })),
    ...annotationInputs,
  },
  { examples: [{ due_at: '2026-03-15T17:00:00Z', memo: 'They agreed to wait', terms: null }] },
)

export const ListBillsQuery = Query({
  ...paging(['received_at', 'due_at', 'total_amount'], 'DESC'),
  status: Type.Optional(OneOf(BILL_STATUSES)),
  statuses: Type.Optional(Text(255, { description: 'Several, separated by commas; any match.' })),
  ...vendorFilter,
  start_date: Type.Optional(DayOrInstant({ description: 'Of `received_at`.' })),
  end_date: Type.Optional(DayOrInstant({ description: 'Of `received_at`; a day counts as a whole.' })),
  due_start_date: Type.Optional(DayOrInstant({ description: 'Of `due_at`.' })),
  due_end_date: Type.Optional(DayOrInstant({ description: 'Of `due_at`; a day counts as a whole.' })),
  is_expense: Type.Optional(Type.Boolean({ description: 'true: expenses alone; false: none.' })),
  is_open: Type.Optional(Type.Boolean({ description: 'true: only what is still to be paid; false: the rest.' })),
  external_id: Type.Optional(Text(255)),
  ...referenceNumbers,
  ...tagFilterOf('bills'),
})
