// Original file: pacioli/ledger/v1/closing.proto


export interface GetClosingActionRequest {
  'closing_id'?: (string);
}

export interface GetClosingActionRequest__Output {
  'closing_id': (string);
}
