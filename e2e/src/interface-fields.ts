/** The fields of receivables as the interface document lists them, and those that were decided upon besides. */

/** Of an account in an invoice: the summary, in which `id` and `stable_name` are plain. */
export const ACCOUNT_SUMMARY = [
  ...['id', 'name', 'account_number', 'stable_name', 'normality', 'account_type', 'account_subtype'],
]

/** In the form of the chart. */
export const CHART_ACCOUNT = ['type', ...ACCOUNT_SUMMARY]

export const SALES_TAX_ENTRY = ['tax_account', 'tax_ledger_account', 'amount']

export const INVOICE = [
  ...['type', 'id', 'business_id', 'external_id', 'status', 'sent_at', 'due_at', 'paid_at', 'voided_at', 'line_items'],
  ...['subtotal', 'additional_discount', 'additional_sales_taxes_total', 'additional_sales_taxes', 'tips'],
  ...['total_amount', 'outstanding_balance', 'memo', 'payment_allocations', 'refund_allocations', 'imported_at'],
  ...['updated_at', 'transaction_tags', 'metadata', 'reference_number'],
  // Besides: whose it is, where the tips go, and what its balance lacks.
  ...['customer_id', 'customer', 'tips_account', 'write_offs'],
]

export const INVOICE_LINE_ITEM = [
  ...['id', 'external_id', 'invoice_id', 'account_identifier', 'ledger_account', 'prepayment_account', 'description'],
  ...['product', 'unit_price', 'quantity', 'subtotal', 'discount_amount', 'sales_taxes_total', 'sales_taxes'],
  ...['total_amount', 'refund_allocations', 'transaction_tags'],
  // Besides: it is in the input.
  'time_entry_id',
]

export const REFUND_PAYMENT = [
  ...['id', 'external_id', 'refunded_amount', 'fee', 'completed_at', 'method', 'processor', 'payment_clearing_account'],
  ...['refunded_payment_fees', 'transaction_tags', 'memo', 'metadata', 'reference_number'],
  // Besides: what it pays out, and what the list is filtered by.
  ...['refund_id', 'is_matched', 'payout_id', 'imported_at', 'updated_at'],
]

export const REFUNDED_PAYMENT_FEE = ['account', 'description', 'fee_amount']
