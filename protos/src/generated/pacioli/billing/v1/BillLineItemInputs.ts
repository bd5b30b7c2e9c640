// Original file: pacioli/billing/v1/bills.proto

import type { BillLineItemInput as _pacioli_billing_v1_BillLineItemInput, BillLineItemInput__Output as _pacioli_billing_v1_BillLineItemInput__Output } from '../../../pacioli/billing/v1/BillLineItemInput.ts';

export interface BillLineItemInputs {
  'items'?: (_pacioli_billing_v1_BillLineItemInput)[];
}

export interface BillLineItemInputs__Output {
  'items': (_pacioli_billing_v1_BillLineItemInput__Output)[];
}
