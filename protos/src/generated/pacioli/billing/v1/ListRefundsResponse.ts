// Original file: pacioli/billing/v1/refunds.proto

import type { Refund as _pacioli_billing_v1_Refund, Refund__Output as _pacioli_billing_v1_Refund__Output } from '../../../pacioli/billing/v1/Refund.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListRefundsResponse {
  'data'?: (_pacioli_billing_v1_Refund)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListRefundsResponse__Output {
  'data': (_pacioli_billing_v1_Refund__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
