// Original file: pacioli/billing/v1/vendor_credits.proto


export interface GetVendorCreditRequest {
  'vendor_credit_id'?: (string);
}

export interface GetVendorCreditRequest__Output {
  'vendor_credit_id': (string);
}
