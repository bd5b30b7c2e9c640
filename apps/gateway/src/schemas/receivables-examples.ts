/** Answers about invoices, payments, refunds and payouts as a reader of the documentation sees them. */
import { customer } from './customer-examples.ts'

const business_id = '0b9c2d4e-6f1a-4b3c-8d5e-7f9a1b2c3d4e'
const invoice_id = '2c3d4e0b-9c2d-4e6f-8a4b-3c8d5e7f9a1b'
const payment_id = '3c8d5e7f-9a1b-4c3d-8e0b-9c2d4e6f1a4b'
const refund_id = '4d4e6f1a-4b3c-4d5e-9f9a-1b2c3d4e0b9c'
const payout_id = '6f1a0b9c-2d4e-4b3c-9d5e-7f9a1b2c3d4e'

const nothing = { memo: null, metadata: null, reference_number: null }
const recorded = { imported_at: '2026-01-31T17:00:03.211Z', updated_at: '2026-02-28T08:00:00.917Z' }

const account = (
  id: string,
  name: string,
  stable_name: string,
  normality: string,
  [type, typeName]: [string, string],
  subtype: string,
) => ({
  id,
  name,
  account_number: null,
  stable_name,
  normality,
  account_type: { value: type, display_name: typeName },
  account_subtype: { value: subtype, display_name: name },
})

const REVENUE: [string, string] = ['REVENUE', 'Revenue']
const EXPENSE: [string, string] = ['EXPENSE', 'Expenses']
const ASSET: [string, string] = ['ASSET', 'Assets']
const LIABILITY: [string, string] = ['LIABILITY', 'Liabilities']

const sales = account('1b2c3d4e-0b9c-4d4e-8f1a-4b3c8d5e7f9a', 'Sales', 'SALES', 'CREDIT', REVENUE, 'SALES')
const tips = account('8d5e7f9a-1b2c-4d4e-8b9c-2d4e6f1a4b3c', 'Tips', 'TIPS', 'CREDIT', LIABILITY, 'TIPS')
const badDebt = account('9a1b2c3d-4e0b-4c2d-8e6f-1a4b3c8d5e7f', 'Bad debt', 'BAD_DEBT', 'DEBIT', EXPENSE, 'BAD_DEBT')
const fees = account(
  '0b9c2d4e-1b2c-4f9a-8d5e-3c4b1a6f4e2d',
  'Payment processing fees',
  'PAYMENT_PROCESSING_FEES',
  'DEBIT',
  EXPENSE,
  'FINANCE_COSTS',
)
const clearing = account(
  '7f9a1b2c-3d4e-4b9c-9d4e-6f1a4b3c8d5e',
  'Payment processor clearing account',
  'PAYMENT_PROCESSOR_CLEARING_ACCOUNT',
  'DEBIT',
  ASSET,
  'PAYMENT_PROCESSOR_CLEARING_ACCOUNT',
)
const taxes = account(
  '4e6f1a4b-3c8d-4e7f-9a1b-2c3d4e0b9c2d',
  'Sales Taxes Payable CA',
  'SALES_TAXES_PAYABLE:CA',
  'CREDIT',
  LIABILITY,
  'SALES_TAXES_PAYABLE',
)

/** In the form of the chart. */
const inChart = ({ id, stable_name, ...shown }: typeof clearing) => ({
  type: 'Single_Chart_Account',
  id: { type: 'AccountId', id },
  ...shown,
  stable_name: { type: 'StableName', stable_name },
})

const salesTax = { tax_account: { type: 'Tax_Name', name: 'CA' }, tax_ledger_account: taxes, amount: 6_797 }

const lineItem = {
  id: '5e7f9a1b-2c3d-4e0b-8c2d-4e6f1a4b3c8d',
  external_id: null,
  invoice_id,
  account_identifier: { type: 'AccountId', id: sales.id },
  ledger_account: sales,
  prepayment_account: null,
  description: 'Consulting, January',
  product: null,
  unit_price: 12_500,
  quantity: '7.5',
  subtotal: 93_750,
  discount_amount: 0,
  sales_taxes_total: 6_797,
  sales_taxes: [salesTax],
  total_amount: 100_547,
  refund_allocations: [],
  transaction_tags: customer.transaction_tags,
  time_entry_id: null,
}

const paymentAllocation = {
  id: '1a4b3c8d-2c3d-4e0b-9c2d-4e6f5e7f9a1b',
  invoice_id,
  payment_id,
  amount: 50_000,
  transaction_tags: [],
  ...nothing,
}

const payment = {
  id: payment_id,
  external_id: 'invoice-payment-7',
  customer,
  at: '2026-02-20T15:00:00.000Z',
  paid_at: '2026-02-20T15:00:00.000Z',
  method: 'CREDIT_CARD',
  amount: 50_000,
  fee: 1_450,
  unallocated_amount: 0,
  refunded_amount: 0,
  processor: 'STRIPE',
  payment_clearing_account: clearing,
  is_matched: false,
  payout_id,
  ...recorded,
  transaction_tags: [],
  ...nothing,
}

export const invoicePayment = { ...payment, allocations: [{ ...paymentAllocation, moved_to_credit_at: null }] }

const refundAllocation = {
  id: '2d4e6f1a-9c2d-4e0b-8b2c-3d4e4b3c8d5e',
  external_id: null,
  refund_id,
  total_amount: 4_000,
  amount: 4_000,
  line_items: [],
  invoice_id,
  invoice_line_item_id: null,
  invoice_payment_id: null,
  customer_id: customer.id,
  transaction_tags: [],
  ...nothing,
}

export const refundPayment = {
  id: '3d4e0b9c-5e7f-4a1b-8c3d-2d4e6f1a4b3c',
  external_id: 'refund-payment-9',
  refund_id,
  refunded_amount: 4_000,
  fee: null,
  completed_at: '2026-02-27T10:00:00.000Z',
  method: 'CREDIT_CARD',
  processor: 'STRIPE',
  payment_clearing_account: inChart(clearing),
  refunded_payment_fees: [{ account: inChart(fees), fee_amount: 0, description: 'They keep theirs' }],
  is_matched: false,
  payout_id,
  transaction_tags: [],
  ...nothing,
  ...recorded,
}

export const refund = {
  id: refund_id,
  business_id,
  external_id: 'refund-9',
  customer,
  completed_at: '2026-02-27T10:00:00.000Z',
  total_amount: 4_000,
  outstanding_balance: 0,
  allocations: [
    {
      ...refundAllocation,
      line_items: [
        {
          id: '9c2d4e6f-3d4e-4b9c-8d5e-1a4b3c8d7f9a',
          external_id: null,
          amount: 4_000,
          ledger_account: null,
          prepayment_account: null,
          transaction_tags: [],
          ...nothing,
        },
      ],
    },
  ],
  payments: [refundPayment],
  transaction_tags: [],
  ...nothing,
  ...recorded,
}

export const writeOff = {
  id: '8d5e7f9a-4e0b-4c2d-9e6f-1a4b3c1b2c3d',
  external_id: 'write-off-3',
  invoice_id,
  amount: 2_500,
  write_off_at: '2026-02-28T09:30:00.000Z',
  destination_ledger_account: badDebt,
  memo: 'They are gone',
  transaction_tags: [],
  imported_at: '2026-02-28T09:30:00.412Z',
  updated_at: '2026-02-28T09:30:00.412Z',
  deleted_at: null,
}

export const invoice = {
  type: 'Invoice',
  id: invoice_id,
  business_id,
  external_id: 'invoice-2001',
  status: 'PARTIALLY_WRITTEN_OFF',
  sent_at: '2026-01-31T17:00:00.000Z',
  due_at: '2026-03-02T17:00:00.000Z',
  paid_at: null,
  voided_at: null,
  customer_id: customer.id,
  customer,
  line_items: [lineItem],
  subtotal: 93_750,
  additional_discount: 0,
  additional_sales_taxes_total: 6_797,
  additional_sales_taxes: [],
  tips: 500,
  tips_account: tips,
  total_amount: 101_047,
  outstanding_balance: 48_547,
  payment_allocations: [{ ...paymentAllocation, payment }],
  refund_allocations: [refundAllocation],
  write_offs: [writeOff],
  ...recorded,
  transaction_tags: customer.transaction_tags,
  ...nothing,
  reference_number: 'INV-2026-17',
}

export const payout = {
  id: payout_id,
  business_id,
  external_id: 'payout-5',
  processor: 'STRIPE',
  paid_out_amount: 44_450,
  fee: 100,
  completed_at: '2026-02-28T08:00:00.000Z',
  payments: [{ id: payment_id, external_id: 'invoice-payment-7', amount: 48_550 }],
  refund_payments: [{ id: refundPayment.id, external_id: 'refund-payment-9', amount: 4_000 }],
  other_transactions: [
    {
      id: '6f1a4b3c-4e0b-4d5e-8f9a-9c2d1b2c3d4e',
      external_id: null,
      amount: 0,
      direction: 'DEBIT',
      ledger_account: clearing,
      description: 'Reserve',
      transaction_tags: [],
    },
  ],
  is_matched: false,
  transaction_tags: [],
  ...nothing,
  ...recorded,
}
