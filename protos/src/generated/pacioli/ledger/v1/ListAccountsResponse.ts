// Original file: pacioli/ledger/v1/chart_of_accounts.proto

import type { BalanceNode as _pacioli_ledger_v1_BalanceNode, BalanceNode__Output as _pacioli_ledger_v1_BalanceNode__Output } from '../../../pacioli/ledger/v1/BalanceNode.ts';

export interface ListAccountsResponse {
  'reporting_basis'?: (string);
  'as_of'?: (string);
  'accounts'?: (_pacioli_ledger_v1_BalanceNode)[];
  '_as_of'?: "as_of";
}

export interface ListAccountsResponse__Output {
  'reporting_basis': (string);
  'as_of'?: (string);
  'accounts': (_pacioli_ledger_v1_BalanceNode__Output)[];
}
