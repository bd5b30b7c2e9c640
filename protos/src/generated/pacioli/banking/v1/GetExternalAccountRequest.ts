// Original file: pacioli/banking/v1/bank_accounts.proto


export interface GetExternalAccountRequest {
  'external_account_id'?: (string);
}

export interface GetExternalAccountRequest__Output {
  'external_account_id': (string);
}
