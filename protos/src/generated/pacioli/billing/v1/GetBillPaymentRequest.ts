// Original file: pacioli/billing/v1/bill_payments.proto


export interface GetBillPaymentRequest {
  'payment_id'?: (string);
}

export interface GetBillPaymentRequest__Output {
  'payment_id': (string);
}
