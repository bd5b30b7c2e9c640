// Original file: pacioli/billing/v1/invoice_payments.proto


export interface GetInvoicePaymentRequest {
  'payment_id'?: (string);
}

export interface GetInvoicePaymentRequest__Output {
  'payment_id': (string);
}
