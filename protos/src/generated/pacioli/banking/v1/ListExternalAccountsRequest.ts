// Original file: pacioli/banking/v1/bank_accounts.proto


export interface ListExternalAccountsRequest {
  'include_archived'?: (boolean);
  'bank_account_id'?: (string);
  'external_id'?: (string);
  '_include_archived'?: "include_archived";
  '_bank_account_id'?: "bank_account_id";
  '_external_id'?: "external_id";
}

export interface ListExternalAccountsRequest__Output {
  'include_archived'?: (boolean);
  'bank_account_id'?: (string);
  'external_id'?: (string);
}
