// Original file: pacioli/banking/v1/bank_accounts.proto

import type { Long } from '@grpc/proto-loader';

/**
 * What stood on the account before the first transaction; `balance` is the bank's view, as in LatestBalance.
 */
export interface OpeningBalance {
  'id'?: (string);
  'external_account_id'?: (string);
  'balance'?: (number | string | Long);
  'effective_at'?: (string);
  'memo'?: (string);
  'created_at'?: (string);
  'deleted_at'?: (string);
  '_memo'?: "memo";
  '_deleted_at'?: "deleted_at";
}

/**
 * What stood on the account before the first transaction; `balance` is the bank's view, as in LatestBalance.
 */
export interface OpeningBalance__Output {
  'id': (string);
  'external_account_id': (string);
  'balance': (number);
  'effective_at': (string);
  'memo'?: (string);
  'created_at': (string);
  'deleted_at'?: (string);
}
