// Original file: pacioli/billing/v1/invoices.proto


/**
 * Without `move_payments_to_credit` an invoice that was paid is not voided.
 */
export interface VoidInvoiceRequest {
  'invoice_id'?: (string);
  'move_payments_to_credit'?: (boolean);
}

/**
 * Without `move_payments_to_credit` an invoice that was paid is not voided.
 */
export interface VoidInvoiceRequest__Output {
  'invoice_id': (string);
  'move_payments_to_credit': (boolean);
}
