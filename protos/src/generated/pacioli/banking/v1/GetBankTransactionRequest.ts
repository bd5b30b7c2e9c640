// Original file: pacioli/banking/v1/bank_transactions.proto


export interface GetBankTransactionRequest {
  'transaction_id'?: (string);
}

export interface GetBankTransactionRequest__Output {
  'transaction_id': (string);
}
