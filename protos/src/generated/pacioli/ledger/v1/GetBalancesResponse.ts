// Original file: pacioli/ledger/v1/postings.proto

import type { AccountBalance as _pacioli_ledger_v1_AccountBalance, AccountBalance__Output as _pacioli_ledger_v1_AccountBalance__Output } from '../../../pacioli/ledger/v1/AccountBalance.ts';

export interface GetBalancesResponse {
  'data'?: (_pacioli_ledger_v1_AccountBalance)[];
}

export interface GetBalancesResponse__Output {
  'data': (_pacioli_ledger_v1_AccountBalance__Output)[];
}
