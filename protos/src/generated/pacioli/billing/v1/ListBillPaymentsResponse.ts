// Original file: pacioli/billing/v1/bill_payments.proto

import type { BillPayment as _pacioli_billing_v1_BillPayment, BillPayment__Output as _pacioli_billing_v1_BillPayment__Output } from '../../../pacioli/billing/v1/BillPayment.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListBillPaymentsResponse {
  'data'?: (_pacioli_billing_v1_BillPayment)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListBillPaymentsResponse__Output {
  'data': (_pacioli_billing_v1_BillPayment__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
