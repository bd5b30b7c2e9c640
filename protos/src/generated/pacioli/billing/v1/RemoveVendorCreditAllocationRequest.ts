// Original file: pacioli/billing/v1/vendor_credits.proto


export interface RemoveVendorCreditAllocationRequest {
  'allocation_id'?: (string);
}

export interface RemoveVendorCreditAllocationRequest__Output {
  'allocation_id': (string);
}
