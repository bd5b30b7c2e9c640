// Original file: pacioli/ledger/v1/closing.proto


export interface ReverseClosingActionRequest {
  'closing_id'?: (string);
  'memo'?: (string);
  '_memo'?: "memo";
}

export interface ReverseClosingActionRequest__Output {
  'closing_id': (string);
  'memo'?: (string);
}
