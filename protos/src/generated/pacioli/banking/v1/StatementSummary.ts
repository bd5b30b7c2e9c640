// Original file: pacioli/banking/v1/imports.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A statement in a file: what it says of itself, and whether its balances agree with its rows.
 */
export interface StatementSummary {
  'account_identifier'?: (string);
  'statement_id'?: (string);
  'currency'?: (string);
  'opening_balance'?: (number | string | Long);
  'opening_balance_at'?: (string);
  'closing_balance'?: (number | string | Long);
  'closing_balance_at'?: (string);
  'row_count'?: (number);
  'row_sum'?: (number | string | Long);
  /**
   * RECONCILED, NOT_RECONCILED, or UNKNOWN where the file names no opening or closing balance.
   */
  'reconciliation'?: (string);
  'difference'?: (number | string | Long);
  '_account_identifier'?: "account_identifier";
  '_statement_id'?: "statement_id";
  '_currency'?: "currency";
  '_opening_balance'?: "opening_balance";
  '_opening_balance_at'?: "opening_balance_at";
  '_closing_balance'?: "closing_balance";
  '_closing_balance_at'?: "closing_balance_at";
  '_difference'?: "difference";
}

/**
 * A statement in a file: what it says of itself, and whether its balances agree with its rows.
 */
export interface StatementSummary__Output {
  'account_identifier'?: (string);
  'statement_id'?: (string);
  'currency'?: (string);
  'opening_balance'?: (number);
  'opening_balance_at'?: (string);
  'closing_balance'?: (number);
  'closing_balance_at'?: (string);
  'row_count': (number);
  'row_sum': (number);
  /**
   * RECONCILED, NOT_RECONCILED, or UNKNOWN where the file names no opening or closing balance.
   */
  'reconciliation': (string);
  'difference'?: (number);
}
