// Original file: pacioli/banking/v1/bank_transactions.proto

import type { Long } from '@grpc/proto-loader';

/**
 * What a transaction is, or could be, matched to.
 */
export interface MatchDetails {
  'id'?: (string);
  'amount'?: (number | string | Long);
  'date'?: (string);
  'description'?: (string);
}

/**
 * What a transaction is, or could be, matched to.
 */
export interface MatchDetails__Output {
  'id': (string);
  'amount': (number);
  'date': (string);
  'description': (string);
}
