// Original file: pacioli/banking/v1/matches.proto


export interface DocumentMatch {
  'document_id'?: (string);
  'match_id'?: (string);
  'transaction_id'?: (string);
}

export interface DocumentMatch__Output {
  'document_id': (string);
  'match_id': (string);
  'transaction_id': (string);
}
