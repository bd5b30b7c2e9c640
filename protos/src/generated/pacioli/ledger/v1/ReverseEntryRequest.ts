// Original file: pacioli/ledger/v1/journal.proto


export interface ReverseEntryRequest {
  'entry_id'?: (string);
  'memo'?: (string);
  '_memo'?: "memo";
}

export interface ReverseEntryRequest__Output {
  'entry_id': (string);
  'memo'?: (string);
}
