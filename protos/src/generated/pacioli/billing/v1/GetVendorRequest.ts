// Original file: pacioli/billing/v1/vendors.proto


export interface GetVendorRequest {
  'vendor_id'?: (string);
}

export interface GetVendorRequest__Output {
  'vendor_id': (string);
}
