// Original file: pacioli/ledger/v1/journal.proto

import type { Long } from '@grpc/proto-loader';

/**
 * What caused a line, in words a person knows it by.
 */
export interface LineSource {
  'transaction_id'?: (string);
  'external_id'?: (string);
  'account_name'?: (string);
  'date'?: (string);
  'amount'?: (number | string | Long);
  'direction'?: (string);
  'counterparty'?: (string);
  'entity_name'?: (string);
  'display_description'?: (string);
  '_transaction_id'?: "transaction_id";
  '_external_id'?: "external_id";
  '_account_name'?: "account_name";
  '_date'?: "date";
  '_amount'?: "amount";
  '_direction'?: "direction";
  '_counterparty'?: "counterparty";
  '_entity_name'?: "entity_name";
  '_display_description'?: "display_description";
}

/**
 * What caused a line, in words a person knows it by.
 */
export interface LineSource__Output {
  'transaction_id'?: (string);
  'external_id'?: (string);
  'account_name'?: (string);
  'date'?: (string);
  'amount'?: (number);
  'direction'?: (string);
  'counterparty'?: (string);
  'entity_name'?: (string);
  'display_description'?: (string);
}
