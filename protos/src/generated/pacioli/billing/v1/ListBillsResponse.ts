// Original file: pacioli/billing/v1/bills.proto

import type { Bill as _pacioli_billing_v1_Bill, Bill__Output as _pacioli_billing_v1_Bill__Output } from '../../../pacioli/billing/v1/Bill.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListBillsResponse {
  'data'?: (_pacioli_billing_v1_Bill)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListBillsResponse__Output {
  'data': (_pacioli_billing_v1_Bill__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
