// Original file: pacioli/banking/v1/bank_transactions.proto


export interface MatchTransactionRequest {
  'transaction_id'?: (string);
  'match_id'?: (string);
}

export interface MatchTransactionRequest__Output {
  'transaction_id': (string);
  'match_id': (string);
}
