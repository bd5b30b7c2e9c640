// Original file: pacioli/billing/v1/vendors.proto

import type { Vendor as _pacioli_billing_v1_Vendor, Vendor__Output as _pacioli_billing_v1_Vendor__Output } from '../../../pacioli/billing/v1/Vendor.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListVendorsResponse {
  'data'?: (_pacioli_billing_v1_Vendor)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListVendorsResponse__Output {
  'data': (_pacioli_billing_v1_Vendor__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
