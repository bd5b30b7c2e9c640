// Original file: pacioli/banking/v1/bank_accounts.proto

import type { ExternalAccount as _pacioli_banking_v1_ExternalAccount, ExternalAccount__Output as _pacioli_banking_v1_ExternalAccount__Output } from '../../../pacioli/banking/v1/ExternalAccount.ts';

export interface ExternalAccountAnswer {
  'data'?: (_pacioli_banking_v1_ExternalAccount | null);
  'created'?: (boolean);
  'posting'?: (string);
  '_posting'?: "posting";
}

export interface ExternalAccountAnswer__Output {
  'data': (_pacioli_banking_v1_ExternalAccount__Output | null);
  'created': (boolean);
  'posting'?: (string);
}
