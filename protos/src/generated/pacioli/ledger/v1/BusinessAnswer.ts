// Original file: pacioli/ledger/v1/businesses.proto

import type { Business as _pacioli_ledger_v1_Business, Business__Output as _pacioli_ledger_v1_Business__Output } from '../../../pacioli/ledger/v1/Business.ts';

export interface BusinessAnswer {
  'data'?: (_pacioli_ledger_v1_Business | null);
  'created'?: (boolean);
}

export interface BusinessAnswer__Output {
  'data': (_pacioli_ledger_v1_Business__Output | null);
  'created': (boolean);
}
