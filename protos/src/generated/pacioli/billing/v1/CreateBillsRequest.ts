// Original file: pacioli/billing/v1/bills.proto

import type { BillInput as _pacioli_billing_v1_BillInput, BillInput__Output as _pacioli_billing_v1_BillInput__Output } from '../../../pacioli/billing/v1/BillInput.ts';

export interface CreateBillsRequest {
  'bills'?: (_pacioli_billing_v1_BillInput)[];
}

export interface CreateBillsRequest__Output {
  'bills': (_pacioli_billing_v1_BillInput__Output)[];
}
