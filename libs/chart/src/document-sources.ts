/** The kinds of documents that billing posts for, as journal entries name them. */
export const DOCUMENT_SOURCES: readonly string[] = [
  'bill',
  'bill_payment',
  'vendor_credit',
  'vendor_refund',
  'invoice',
  'invoice_write_off',
  'invoice_payment',
  'invoice_payment_return',
  'refund',
  'refund_payment',
  'payout',
]
