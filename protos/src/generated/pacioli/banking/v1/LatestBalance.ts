// Original file: pacioli/banking/v1/bank_accounts.proto

import type { Long } from '@grpc/proto-loader';

/**
 * What a feed reported last. `balance` is the bank's view: money in the account, or, negative, money owed.
 */
export interface LatestBalance {
  'external_account_external_id'?: (string);
  'external_account_source'?: (string);
  'balance'?: (number | string | Long);
  'at'?: (string);
  'created_at'?: (string);
}

/**
 * What a feed reported last. `balance` is the bank's view: money in the account, or, negative, money owed.
 */
export interface LatestBalance__Output {
  'external_account_external_id': (string);
  'external_account_source': (string);
  'balance': (number);
  'at': (string);
  'created_at': (string);
}
