// Original file: pacioli/billing/v1/bills.proto


export interface GetBillRequest {
  'bill_id'?: (string);
}

export interface GetBillRequest__Output {
  'bill_id': (string);
}
