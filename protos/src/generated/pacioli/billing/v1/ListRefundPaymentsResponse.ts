// Original file: pacioli/billing/v1/refunds.proto

import type { RefundPayment as _pacioli_billing_v1_RefundPayment, RefundPayment__Output as _pacioli_billing_v1_RefundPayment__Output } from '../../../pacioli/billing/v1/RefundPayment.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListRefundPaymentsResponse {
  'data'?: (_pacioli_billing_v1_RefundPayment)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListRefundPaymentsResponse__Output {
  'data': (_pacioli_billing_v1_RefundPayment__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
