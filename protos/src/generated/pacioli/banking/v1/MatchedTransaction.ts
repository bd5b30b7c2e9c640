// Original file: pacioli/banking/v1/bank_transactions.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A transaction within a match: without category, tags and matches of its own.
 */
export interface MatchedTransaction {
  'id'?: (string);
  'business_id'?: (string);
  'source'?: (string);
  'source_transaction_id'?: (string);
  'source_account_id'?: (string);
  'external_account_id'?: (string);
  'imported_at'?: (string);
  'date'?: (string);
  'direction'?: (string);
  'amount'?: (number | string | Long);
  'counterparty_name'?: (string);
  'description'?: (string);
  'account_name'?: (string);
  'categorizationStatus'?: (string);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_counterparty_name'?: "counterparty_name";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * A transaction within a match: without category, tags and matches of its own.
 */
export interface MatchedTransaction__Output {
  'id': (string);
  'business_id': (string);
  'source': (string);
  'source_transaction_id': (string);
  'source_account_id': (string);
  'external_account_id': (string);
  'imported_at': (string);
  'date': (string);
  'direction': (string);
  'amount': (number);
  'counterparty_name'?: (string);
  'description': (string);
  'account_name': (string);
  'categorizationStatus': (string);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
