// Original file: pacioli/banking/v1/imports.proto

import type { Long } from '@grpc/proto-loader';

/**
 * One row and what became of it: IMPORTED, KNOWN (imported before) or REFUSED, with the reason.
 */
export interface ImportedRow {
  'row'?: (number);
  'outcome'?: (string);
  'reason'?: (string);
  'external_id'?: (string);
  'transaction_id'?: (string);
  'date'?: (string);
  'amount'?: (number | string | Long);
  'direction'?: (string);
  'description'?: (string);
  'counterparty_name'?: (string);
  'reference_number'?: (string);
  'categorizationStatus'?: (string);
  'rule_id'?: (string);
  '_reason'?: "reason";
  '_external_id'?: "external_id";
  '_transaction_id'?: "transaction_id";
  '_date'?: "date";
  '_amount'?: "amount";
  '_direction'?: "direction";
  '_description'?: "description";
  '_counterparty_name'?: "counterparty_name";
  '_reference_number'?: "reference_number";
  '_categorizationStatus'?: "categorizationStatus";
  '_rule_id'?: "rule_id";
}

/**
 * One row and what became of it: IMPORTED, KNOWN (imported before) or REFUSED, with the reason.
 */
export interface ImportedRow__Output {
  'row': (number);
  'outcome': (string);
  'reason'?: (string);
  'external_id'?: (string);
  'transaction_id'?: (string);
  'date'?: (string);
  'amount'?: (number);
  'direction'?: (string);
  'description'?: (string);
  'counterparty_name'?: (string);
  'reference_number'?: (string);
  'categorizationStatus'?: (string);
  'rule_id'?: (string);
}
