// Original file: pacioli/billing/v1/refunds.proto


export interface GetRefundRequest {
  'refund_id'?: (string);
}

export interface GetRefundRequest__Output {
  'refund_id': (string);
}
