// Original file: pacioli/ledger/v1/journal.proto


export interface GetEntryRequest {
  'entry_id'?: (string);
}

export interface GetEntryRequest__Output {
  'entry_id': (string);
}
