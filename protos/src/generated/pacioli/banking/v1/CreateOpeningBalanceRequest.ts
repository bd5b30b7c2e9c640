// Original file: pacioli/banking/v1/bank_accounts.proto

import type { Long } from '@grpc/proto-loader';

export interface CreateOpeningBalanceRequest {
  'external_account_id'?: (string);
  'balance'?: (number | string | Long);
  'effective_at'?: (string);
  'memo'?: (string);
  '_memo'?: "memo";
}

export interface CreateOpeningBalanceRequest__Output {
  'external_account_id': (string);
  'balance': (number);
  'effective_at': (string);
  'memo'?: (string);
}
