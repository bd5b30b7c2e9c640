// Original file: pacioli/ledger/v1/postings.proto

import type { EnsuredAccount as _pacioli_ledger_v1_EnsuredAccount, EnsuredAccount__Output as _pacioli_ledger_v1_EnsuredAccount__Output } from '../../../pacioli/ledger/v1/EnsuredAccount.ts';

export interface EnsureAccountsRequest {
  'accounts'?: (_pacioli_ledger_v1_EnsuredAccount)[];
}

export interface EnsureAccountsRequest__Output {
  'accounts': (_pacioli_ledger_v1_EnsuredAccount__Output)[];
}
