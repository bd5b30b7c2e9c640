// Original file: pacioli/banking/v1/bank_accounts.proto


export interface ListBankAccountsRequest {
  'include_archived'?: (boolean);
  '_include_archived'?: "include_archived";
}

export interface ListBankAccountsRequest__Output {
  'include_archived'?: (boolean);
}
