// Original file: pacioli/billing/v1/invoices.proto

import type { WriteOff as _pacioli_billing_v1_WriteOff, WriteOff__Output as _pacioli_billing_v1_WriteOff__Output } from '../../../pacioli/billing/v1/WriteOff.ts';

export interface WriteOffAnswer {
  'data'?: (_pacioli_billing_v1_WriteOff | null);
  'created'?: (boolean);
  'posting'?: (string);
  '_posting'?: "posting";
}

export interface WriteOffAnswer__Output {
  'data': (_pacioli_billing_v1_WriteOff__Output | null);
  'created': (boolean);
  'posting'?: (string);
}
