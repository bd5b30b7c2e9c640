// Original file: pacioli/billing/v1/payouts.proto

import type { Payout as _pacioli_billing_v1_Payout, Payout__Output as _pacioli_billing_v1_Payout__Output } from '../../../pacioli/billing/v1/Payout.ts';

export interface PayoutAnswer {
  'data'?: (_pacioli_billing_v1_Payout | null);
  'created'?: (boolean);
  'posting'?: (string);
  '_posting'?: "posting";
}

export interface PayoutAnswer__Output {
  'data': (_pacioli_billing_v1_Payout__Output | null);
  'created': (boolean);
  'posting'?: (string);
}
