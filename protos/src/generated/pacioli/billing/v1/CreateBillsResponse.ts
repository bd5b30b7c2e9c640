// Original file: pacioli/billing/v1/bills.proto

import type { Bill as _pacioli_billing_v1_Bill, Bill__Output as _pacioli_billing_v1_Bill__Output } from '../../../pacioli/billing/v1/Bill.ts';

export interface CreateBillsResponse {
  'data'?: (_pacioli_billing_v1_Bill)[];
  'posting'?: (string);
  '_posting'?: "posting";
}

export interface CreateBillsResponse__Output {
  'data': (_pacioli_billing_v1_Bill__Output)[];
  'posting'?: (string);
}
