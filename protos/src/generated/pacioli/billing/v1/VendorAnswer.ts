// Original file: pacioli/billing/v1/vendors.proto

import type { Vendor as _pacioli_billing_v1_Vendor, Vendor__Output as _pacioli_billing_v1_Vendor__Output } from '../../../pacioli/billing/v1/Vendor.ts';

/**
 * `created` is false where the external_id named one that exists.
 */
export interface VendorAnswer {
  'data'?: (_pacioli_billing_v1_Vendor | null);
  'created'?: (boolean);
}

/**
 * `created` is false where the external_id named one that exists.
 */
export interface VendorAnswer__Output {
  'data': (_pacioli_billing_v1_Vendor__Output | null);
  'created': (boolean);
}
