// Original file: pacioli/banking/v1/bank_accounts.proto

import type { OpeningBalance as _pacioli_banking_v1_OpeningBalance, OpeningBalance__Output as _pacioli_banking_v1_OpeningBalance__Output } from '../../../pacioli/banking/v1/OpeningBalance.ts';

export interface OpeningBalanceAnswer {
  'data'?: (_pacioli_banking_v1_OpeningBalance | null);
  'created'?: (boolean);
  'posting'?: (string);
  '_posting'?: "posting";
}

export interface OpeningBalanceAnswer__Output {
  'data': (_pacioli_banking_v1_OpeningBalance__Output | null);
  'created': (boolean);
  'posting'?: (string);
}
