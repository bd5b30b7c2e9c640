/** The answers about payables as far as tests look into them. */
import type { AppliedTag, Data, Direction, Page } from './common-shapes.ts'

export interface Annotated {
  memo: string | null
  metadata: object | null
  reference_number: string | null
}

export interface DocumentTag extends AppliedTag {
  created_at: string
  updated_at: string
  deleted_at: string | null
}

export interface AccountSummary {
  id: string
  name: string
  stable_name: string | null
  normality: Direction
  account_type: { value: string; display_name: string }
  account_subtype: { value: string; display_name: string }
}

/** Whom the business buys from or sells to. */
export interface Contact extends Annotated {
  type: string
  id: string
  external_id: string | null
  individual_name: string | null
  company_name: string | null
  email: string | null
  notes: string | null
  status: 'ACTIVE' | 'ARCHIVED'
  archived_at: string | null
  transaction_tags: DocumentTag[]
  [field: string]: unknown
}

export type Vendor = Contact

export interface SalesTaxEntry {
  tax_account: { type: string; name: string }
  tax_ledger_account: AccountSummary
  amount: number
}

export interface BillLineItem extends Annotated {
  id: string
  external_id: string | null
  bill_id: string
  account_identifier: { type: string; id: string }
  ledger_account: AccountSummary
  prepayment_account: AccountSummary | null
  unit_price: number
  quantity: string
  subtotal: number
  discount_amount: number
  sales_taxes: SalesTaxEntry[]
  sales_taxes_total: number
  total_amount: number
  transaction_tags: DocumentTag[]
}

export interface PaymentAllocation extends Annotated {
  id: string
  bill_id: string
  payment_id: string
  amount: number
  allocated_at: string
  transaction_tags: DocumentTag[]
}

export interface BillPayment extends Annotated {
  id: string
  external_id: string | null
  vendor: Vendor
  at: string
  paid_at: string
  method: string
  amount: number
  unallocated_amount: number
  processor: string | null
  payment_clearing_account: AccountSummary
  allocations: PaymentAllocation[]
  deleted_at: string | null
  transaction_tags: DocumentTag[]
}

export interface CreditAllocation {
  id: string
  vendor_credit_id: string
  bill_id: string
  amount: number
  allocated_at: string
}

export interface VendorCredit extends Annotated {
  type: string
  id: string
  external_id: string | null
  vendor: Vendor
  received_at: string
  line_items: { id: string; amount: number; ledger_account: AccountSummary }[]
  total_amount: number
  unallocated_amount: number
  allocations: CreditAllocation[]
  deleted_at: string | null
  transaction_tags: DocumentTag[]
}

export interface Bill extends Annotated {
  type: string
  id: string
  business_id: string
  external_id: string | null
  status: 'RECEIVED' | 'PARTIALLY_PAID' | 'PAID' | 'VOIDED'
  terms: string | null
  received_at: string
  due_at: string | null
  paid_at: string | null
  voided_at: string | null
  line_items: BillLineItem[]
  additional_sales_taxes: SalesTaxEntry[]
  additional_sales_taxes_total: number
  additional_discount: number
  subtotal: number
  total_amount: number
  outstanding_balance: number
  payment_allocations: (PaymentAllocation & { payment: Omit<BillPayment, 'allocations'> })[]
  vendor_credits: (CreditAllocation & { vendor_credit: Omit<VendorCredit, 'allocations'> })[]
  vendor: Vendor | null
  transaction_tags: DocumentTag[]
  is_expense: boolean
  method: string | null
  processor: string | null
  payment_clearing_account: AccountSummary | null
}

/** What each operation of payables answers when it succeeds. */
export interface PayablesAnswers {
  createVendor: Data<Vendor>
  listVendors: Page<Vendor>
  getVendor: Data<Vendor>
  updateVendor: Data<Vendor>
  createBill: Data<Bill>
  createBills: Data<Bill[]>
  createExpense: Data<Bill>
  listBills: Page<Bill>
  getBill: Data<Bill>
  updateBill: Data<Bill>
  updateBillByPatch: Data<Bill>
  voidBill: Data<Bill>
  createBillPayment: Data<BillPayment>
  listBillPayments: Page<BillPayment>
  getBillPayment: Data<BillPayment>
  deleteBillPayment: Data<BillPayment>
  deleteBillPaymentByDelete: Data<BillPayment>
  allocateBillPayment: Data<BillPayment>
  createVendorCredit: Data<VendorCredit>
  listVendorCredits: Page<VendorCredit>
  getVendorCredit: Data<VendorCredit>
  allocateVendorCredit: Data<VendorCredit>
  removeVendorCreditAllocation: Data<VendorCredit>
  deleteVendorCredit: Data<VendorCredit>
}
