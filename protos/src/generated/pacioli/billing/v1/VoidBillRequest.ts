// Original file: pacioli/billing/v1/bills.proto


export interface VoidBillRequest {
  'bill_id'?: (string);
}

export interface VoidBillRequest__Output {
  'bill_id': (string);
}
