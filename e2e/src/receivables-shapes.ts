/** The answers about receivables as far as tests look into them. */
import type { AccountSummary, Annotated, Contact, DocumentTag, SalesTaxEntry } from './payables-shapes.ts'
import type { AccountFields, Data, Page } from './common-shapes.ts'

export interface Customer extends Contact {
  credit_balance: number
}

export type InvoiceStatus =
  'SENT' | 'PARTIALLY_PAID' | 'PAID' | 'PARTIALLY_WRITTEN_OFF' | 'WRITTEN_OFF' | 'REFUNDED' | 'VOIDED'

export interface InvoiceLineItem {
  id: string
  external_id: string | null
  invoice_id: string
  account_identifier: { type: string; id: string }
  ledger_account: AccountSummary
  prepayment_account: AccountSummary | null
  description: string | null
  product: string | null
  unit_price: number
  quantity: string
  subtotal: number
  discount_amount: number
  sales_taxes_total: number
  sales_taxes: SalesTaxEntry[]
  total_amount: number
  refund_allocations: RefundAllocation[]
  transaction_tags: DocumentTag[]
}

export interface InvoicePaymentAllocation extends Annotated {
  id: string
  invoice_id: string
  payment_id: string
  amount: number
  moved_to_credit_at: string | null
  transaction_tags: DocumentTag[]
}

export interface InvoicePayment extends Annotated {
  id: string
  external_id: string | null
  customer: Customer
  at: string
  paid_at: string
  method: string
  amount: number
  fee: number
  unallocated_amount: number
  refunded_amount: number
  processor: string | null
  payment_clearing_account: AccountSummary
  is_matched: boolean
  payout_id: string | null
  allocations: InvoicePaymentAllocation[]
  transaction_tags: DocumentTag[]
}

export interface WriteOff {
  id: string
  external_id: string | null
  invoice_id: string
  amount: number
  write_off_at: string
  destination_ledger_account: AccountSummary
  memo: string | null
  transaction_tags: DocumentTag[]
  deleted_at: string | null
}

export interface RefundLineItem extends Annotated {
  id: string
  external_id: string | null
  amount: number
  ledger_account: AccountSummary | null
  prepayment_account: AccountSummary | null
  transaction_tags: DocumentTag[]
}

export interface RefundAllocation extends Annotated {
  id: string
  external_id: string | null
  refund_id: string
  total_amount: number
  amount: number
  line_items: RefundLineItem[]
  invoice_id: string | null
  invoice_line_item_id: string | null
  invoice_payment_id: string | null
  customer_id: string
  transaction_tags: DocumentTag[]
}

export interface RefundPayment extends Annotated {
  id: string
  external_id: string | null
  refund_id: string
  refunded_amount: number
  fee: number | null
  completed_at: string
  method: string
  processor: string | null
  payment_clearing_account: AccountFields
  refunded_payment_fees: { account: AccountFields; fee_amount: number; description: string | null }[]
  is_matched: boolean
  payout_id: string | null
  transaction_tags: DocumentTag[]
}

export interface Refund extends Annotated {
  id: string
  business_id: string
  external_id: string | null
  customer: Customer
  completed_at: string | null
  total_amount: number
  outstanding_balance: number
  allocations: RefundAllocation[]
  payments: RefundPayment[]
  transaction_tags: DocumentTag[]
}

export interface Invoice extends Annotated {
  type: string
  id: string
  business_id: string
  external_id: string | null
  status: InvoiceStatus
  sent_at: string
  due_at: string | null
  paid_at: string | null
  voided_at: string | null
  customer_id: string
  customer: Customer
  line_items: InvoiceLineItem[]
  subtotal: number
  additional_discount: number
  additional_sales_taxes: SalesTaxEntry[]
  additional_sales_taxes_total: number
  tips: number
  tips_account: AccountSummary | null
  total_amount: number
  outstanding_balance: number
  payment_allocations: (Omit<InvoicePaymentAllocation, 'moved_to_credit_at'> & {
    payment: Omit<InvoicePayment, 'allocations'>
  })[]
  refund_allocations: RefundAllocation[]
  write_offs: WriteOff[]
  transaction_tags: DocumentTag[]
}

export interface PayoutMember {
  id: string
  external_id: string | null
  amount: number
}

export interface Payout extends Annotated {
  id: string
  business_id: string
  external_id: string | null
  processor: string | null
  paid_out_amount: number
  fee: number
  completed_at: string
  payments: PayoutMember[]
  refund_payments: PayoutMember[]
  other_transactions: { id: string; amount: number; direction: string; ledger_account: AccountSummary }[]
  is_matched: boolean
  transaction_tags: DocumentTag[]
}

/** What each operation of receivables answers when it succeeds. */
export interface ReceivablesAnswers {
  createCustomer: Data<Customer>
  listCustomers: Page<Customer>
  getCustomer: Data<Customer>
  updateCustomer: Data<Customer>
  createInvoice: Data<Invoice>
  createInvoices: Invoice[]
  listInvoices: Page<Invoice>
  getInvoice: Data<Invoice>
  voidInvoice: Data<Invoice>
  payInvoice: Data<InvoicePayment>
  writeOffInvoice: Data<WriteOff>
  undoWriteOff: Data<WriteOff>
  refundInvoice: Data<Refund>
  createInvoicePayment: Data<InvoicePayment>
  listInvoicePayments: Page<InvoicePayment>
  getInvoicePayment: Data<InvoicePayment>
  createRefund: Data<Refund>
  listRefunds: Page<Refund>
  getRefund: Data<Refund>
  updateRefund: Data<Refund>
  listRefundPayments: RefundPayment[]
  createPayout: Data<Payout>
  listPayouts: Page<Payout>
  getPayout: Data<Payout>
}
