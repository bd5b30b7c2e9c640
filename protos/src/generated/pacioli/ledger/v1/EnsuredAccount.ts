// Original file: pacioli/ledger/v1/postings.proto


/**
 * `account_id` is chosen by the service that asks: repeating it answers the account that was made.
 */
export interface EnsuredAccount {
  'account_id'?: (string);
  'name'?: (string);
  'account_subtype'?: (string);
  'account_number'?: (string);
  'stable_name'?: (string);
  'parent_stable_name'?: (string);
  '_account_number'?: "account_number";
  '_stable_name'?: "stable_name";
  '_parent_stable_name'?: "parent_stable_name";
}

/**
 * `account_id` is chosen by the service that asks: repeating it answers the account that was made.
 */
export interface EnsuredAccount__Output {
  'account_id': (string);
  'name': (string);
  'account_subtype': (string);
  'account_number'?: (string);
  'stable_name'?: (string);
  'parent_stable_name'?: (string);
}
