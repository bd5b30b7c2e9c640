/** Answers about vendors, bills, payments and credits as a reader of the documentation sees them. */
import { taggedEntity } from './examples.ts'

const business_id = '0b9c2d4e-6f1a-4b3c-8d5e-7f9a1b2c3d4e'
const bill_id = '3d4e0b9c-2d4e-4f1a-8b3c-8d5e7f9a1b2c'
const payment_id = '7f9a1b2c-4d4e-4b9c-9d4e-6f1a4b3c8d5e'
const vendor_credit_id = '8d5e7f9a-2c3d-4e0b-8c2d-4e6f1a4b3c8d'

const nothing = { memo: null, metadata: null, reference_number: null }
const made = { created_at: '2026-01-02T09:00:00.000Z', updated_at: '2026-02-20T15:00:01.204Z' }
const recorded = { imported_at: '2026-01-31T17:00:03.211Z', updated_at: '2026-02-20T15:00:01.204Z' }

const documentTags = taggedEntity.transaction_tags.map((tag) => ({ ...tag, ...made, deleted_at: null }))

export const vendor = {
  type: 'VendorData',
  id: '1a4b3c8d-5e7f-4b2c-9d4e-0b9c2d4e6f1a',
  external_id: 'supplier-42',
  individual_name: null,
  company_name: 'Analytical Papers Ltd',
  email: 'accounts@papers.example',
  mobile_phone: null,
  office_phone: '+1 617 555 0142',
  address_string: '12 Analytical Row, Boston MA',
  ...nothing,
  memo: 'Net 30 since 2025',
  notes: 'Net 30 since 2025',
  status: 'ACTIVE',
  archived_at: null,
  transaction_tags: documentTags,
  ...made,
}

const account = (id: string, name: string, stable_name: string, normality: string, type: string, subtype: string) => ({
  id,
  name,
  account_number: null,
  stable_name,
  normality,
  account_type: { value: type, display_name: type === 'EXPENSE' ? 'Expenses' : 'Liabilities' },
  account_subtype: { value: subtype, display_name: name },
})

const expenses = account(
  '2d4e6f1a-4b3c-4d5e-8f9a-1b2c3d4e0b9c',
  'Operating expenses',
  'OPERATING_EXPENSES',
  'DEBIT',
  'EXPENSE',
  'OPERATING_EXPENSES',
)
const clearing = account(
  '5e7f9a1b-2c3d-4e0b-9c2d-4e6f1a4b3c8d',
  'Outgoing payment clearing account',
  'OUTGOING_PAYMENT_CLEARING_ACCOUNT',
  'CREDIT',
  'LIABILITY',
  'OUTGOING_PAYMENT_CLEARING_ACCOUNT',
)
const taxes = {
  ...account(
    '6f1a4b3c-8d5e-4f9a-8b2c-3d4e0b9c2d4e',
    'Sales Taxes CA',
    'SALES_TAXES:CA',
    'DEBIT',
    'EXPENSE',
    'SALES_TAXES',
  ),
  account_subtype: { value: 'SALES_TAXES', display_name: 'Sales Taxes' },
}

const salesTax = { tax_account: { type: 'Tax_Name', name: 'CA' }, tax_ledger_account: taxes, amount: 3_625 }

const lineItem = {
  id: '9c2d4e6f-1a4b-4c8d-9e7f-9a1b2c3d4e0b',
  external_id: null,
  bill_id,
  account_identifier: { type: 'AccountId', id: expenses.id },
  ledger_account: expenses,
  prepayment_account: null,
  description: 'Plotter paper',
  product_name: null,
  unit_price: 1_250,
  quantity: '40',
  subtotal: 50_000,
  discount_amount: 0,
  sales_taxes: [salesTax],
  sales_taxes_total: 3_625,
  total_amount: 53_625,
  transaction_tags: [],
  ...nothing,
}

const paymentAllocation = {
  id: '4e0b9c2d-4e6f-4a4b-8c8d-5e7f9a1b2c3d',
  bill_id,
  payment_id,
  amount: 40_000,
  transaction_tags: [],
  ...nothing,
  allocated_at: '2026-02-20T15:00:00.000Z',
}

const payment = {
  id: payment_id,
  external_id: 'payment-7',
  vendor,
  at: '2026-02-20T15:00:00.000Z',
  paid_at: '2026-02-20T15:00:00.000Z',
  method: 'ACH',
  amount: 50_000,
  unallocated_amount: 10_000,
  processor: null,
  payment_clearing_account: clearing,
  imported_at: '2026-02-20T15:00:01.204Z',
  updated_at: '2026-02-20T15:00:01.204Z',
  deleted_at: null,
  transaction_tags: [],
  ...nothing,
}

export const billPayment = { ...payment, allocations: [paymentAllocation] }

const creditAllocation = {
  id: '0b9c2d4e-8d5e-4f9a-9b2c-6f1a4b3c8d5e',
  vendor_credit_id,
  amount: 5_000,
  bill_id,
  allocated_at: '2026-02-10T12:00:00.000Z',
}

const credit = {
  type: 'Vendor_Credit',
  id: vendor_credit_id,
  external_id: 'credit-3',
  vendor,
  received_at: '2026-02-10T12:00:00.000Z',
  line_items: [
    {
      id: '6f1a4b3c-1b2c-4d4e-9b9c-2d4e8d5e7f9a',
      amount: 5_000,
      ledger_account: expenses,
      ...nothing,
      memo: 'Torn',
      transaction_tags: [],
    },
  ],
  total_amount: 5_000,
  unallocated_amount: 0,
  created_at: '2026-02-10T12:00:00.640Z',
  updated_at: '2026-02-10T12:00:00.640Z',
  deleted_at: null,
  transaction_tags: [],
  ...nothing,
}

export const vendorCredit = { ...credit, allocations: [creditAllocation] }

export const bill = {
  type: 'Bill',
  id: bill_id,
  business_id,
  external_id: 'bill-1001',
  status: 'PARTIALLY_PAID',
  terms: 'NET_30',
  received_at: '2026-01-31T17:00:00.000Z',
  due_at: '2026-03-02T17:00:00.000Z',
  paid_at: null,
  voided_at: null,
  line_items: [lineItem],
  additional_sales_taxes: [],
  additional_sales_taxes_total: 0,
  additional_discount: 0,
  subtotal: 50_000,
  total_amount: 53_625,
  outstanding_balance: 8_625,
  payment_allocations: [{ ...paymentAllocation, payment }],
  vendor_credits: [{ ...creditAllocation, vendor_credit: credit }],
  ...recorded,
  vendor,
  transaction_tags: documentTags,
  is_expense: false,
  ...nothing,
  reference_number: 'R-2026-17',
  method: null,
  processor: null,
  payment_clearing_account: null,
}

const paidOnTheSpot = account(
  '7f9a1b2c-6f1a-4b3c-9d5e-3d4e0b9c2d4e',
  'Undeposited outflows',
  'UNDEPOSITED_OUTFLOWS',
  'CREDIT',
  'LIABILITY',
  'UNDEPOSITED_OUTFLOWS',
)

export const expense = {
  ...bill,
  id: '5e7f9a1b-8d5e-4b3c-8f1a-0b9c2d4e6f1a',
  external_id: 'expense-12',
  status: 'PAID',
  terms: null,
  received_at: '2026-02-03T12:30:00.000Z',
  due_at: null,
  paid_at: '2026-02-03T12:30:00.000Z',
  line_items: [
    {
      ...lineItem,
      bill_id: '5e7f9a1b-8d5e-4b3c-8f1a-0b9c2d4e6f1a',
      description: 'Coffee for the engine room',
      quantity: '2.5',
      subtotal: 3_125,
      sales_taxes: [],
      sales_taxes_total: 0,
      total_amount: 3_125,
    },
  ],
  subtotal: 3_125,
  total_amount: 3_125,
  outstanding_balance: 0,
  payment_allocations: [],
  vendor_credits: [],
  vendor: null,
  transaction_tags: [],
  is_expense: true,
  reference_number: null,
  method: 'CREDIT_CARD',
  payment_clearing_account: paidOnTheSpot,
}
