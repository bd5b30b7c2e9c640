// Original file: pacioli/banking/v1/bank_accounts.proto

import type { ExternalAccount as _pacioli_banking_v1_ExternalAccount, ExternalAccount__Output as _pacioli_banking_v1_ExternalAccount__Output } from '../../../pacioli/banking/v1/ExternalAccount.ts';

export interface ListExternalAccountsResponse {
  'data'?: (_pacioli_banking_v1_ExternalAccount)[];
}

export interface ListExternalAccountsResponse__Output {
  'data': (_pacioli_banking_v1_ExternalAccount__Output)[];
}
