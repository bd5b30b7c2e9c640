// Original file: pacioli/billing/v1/refunds.proto

import type { Refund as _pacioli_billing_v1_Refund, Refund__Output as _pacioli_billing_v1_Refund__Output } from '../../../pacioli/billing/v1/Refund.ts';

export interface RefundAnswer {
  'data'?: (_pacioli_billing_v1_Refund | null);
  'created'?: (boolean);
  'posting'?: (string);
  '_posting'?: "posting";
}

export interface RefundAnswer__Output {
  'data': (_pacioli_billing_v1_Refund__Output | null);
  'created': (boolean);
  'posting'?: (string);
}
