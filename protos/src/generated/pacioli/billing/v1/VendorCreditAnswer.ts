// Original file: pacioli/billing/v1/vendor_credits.proto

import type { VendorCredit as _pacioli_billing_v1_VendorCredit, VendorCredit__Output as _pacioli_billing_v1_VendorCredit__Output } from '../../../pacioli/billing/v1/VendorCredit.ts';

export interface VendorCreditAnswer {
  'data'?: (_pacioli_billing_v1_VendorCredit | null);
  'created'?: (boolean);
  'posting'?: (string);
  '_posting'?: "posting";
}

export interface VendorCreditAnswer__Output {
  'data': (_pacioli_billing_v1_VendorCredit__Output | null);
  'created': (boolean);
  'posting'?: (string);
}
