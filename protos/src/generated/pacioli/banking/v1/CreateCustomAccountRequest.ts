// Original file: pacioli/banking/v1/bank_accounts.proto


/**
 * Without `bank_account_id` a bank account of its own is made for it.
 */
export interface CreateCustomAccountRequest {
  'external_id'?: (string);
  'mask'?: (string);
  'account_name'?: (string);
  'institution_name'?: (string);
  'account_type'?: (string);
  'account_subtype'?: (string);
  'bank_account_id'?: (string);
  'source'?: (string);
  'user_created'?: (boolean);
  'show_transactions_on_or_after'?: (string);
  'show_transactions_on_or_before'?: (string);
  '_mask'?: "mask";
  '_institution_name'?: "institution_name";
  '_bank_account_id'?: "bank_account_id";
  '_source'?: "source";
  '_user_created'?: "user_created";
  '_show_transactions_on_or_after'?: "show_transactions_on_or_after";
  '_show_transactions_on_or_before'?: "show_transactions_on_or_before";
}

/**
 * Without `bank_account_id` a bank account of its own is made for it.
 */
export interface CreateCustomAccountRequest__Output {
  'external_id': (string);
  'mask'?: (string);
  'account_name': (string);
  'institution_name'?: (string);
  'account_type': (string);
  'account_subtype': (string);
  'bank_account_id'?: (string);
  'source'?: (string);
  'user_created'?: (boolean);
  'show_transactions_on_or_after'?: (string);
  'show_transactions_on_or_before'?: (string);
}
