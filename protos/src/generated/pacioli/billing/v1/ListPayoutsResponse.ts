// Original file: pacioli/billing/v1/payouts.proto

import type { Payout as _pacioli_billing_v1_Payout, Payout__Output as _pacioli_billing_v1_Payout__Output } from '../../../pacioli/billing/v1/Payout.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListPayoutsResponse {
  'data'?: (_pacioli_billing_v1_Payout)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListPayoutsResponse__Output {
  'data': (_pacioli_billing_v1_Payout__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
