// Original file: pacioli/billing/v1/customers.proto

import type { Customer as _pacioli_billing_v1_Customer, Customer__Output as _pacioli_billing_v1_Customer__Output } from '../../../pacioli/billing/v1/Customer.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListCustomersResponse {
  'data'?: (_pacioli_billing_v1_Customer)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListCustomersResponse__Output {
  'data': (_pacioli_billing_v1_Customer__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
