// Original file: pacioli/billing/v1/vendor_credits.proto

import type { VendorCreditAllocationInput as _pacioli_billing_v1_VendorCreditAllocationInput, VendorCreditAllocationInput__Output as _pacioli_billing_v1_VendorCreditAllocationInput__Output } from '../../../pacioli/billing/v1/VendorCreditAllocationInput.ts';

export interface AllocateVendorCreditRequest {
  'vendor_credit_id'?: (string);
  'allocation'?: (_pacioli_billing_v1_VendorCreditAllocationInput | null);
}

export interface AllocateVendorCreditRequest__Output {
  'vendor_credit_id': (string);
  'allocation': (_pacioli_billing_v1_VendorCreditAllocationInput__Output | null);
}
