// Original file: pacioli/billing/v1/vendor_credits.proto

import type { VendorCredit as _pacioli_billing_v1_VendorCredit, VendorCredit__Output as _pacioli_billing_v1_VendorCredit__Output } from '../../../pacioli/billing/v1/VendorCredit.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListVendorCreditsResponse {
  'data'?: (_pacioli_billing_v1_VendorCredit)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListVendorCreditsResponse__Output {
  'data': (_pacioli_billing_v1_VendorCredit__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
