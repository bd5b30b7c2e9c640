// Original file: pacioli/banking/v1/bank_accounts.proto


export interface GetBankAccountRequest {
  'bank_account_id'?: (string);
}

export interface GetBankAccountRequest__Output {
  'bank_account_id': (string);
}
