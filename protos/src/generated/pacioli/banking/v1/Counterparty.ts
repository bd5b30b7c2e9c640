// Original file: pacioli/banking/v1/bank_transactions.proto


export interface Counterparty {
  'id'?: (string);
  'name'?: (string);
  'created_at'?: (string);
}

export interface Counterparty__Output {
  'id': (string);
  'name': (string);
  'created_at': (string);
}
