// Original file: pacioli/ledger/v1/postings.proto


export interface PostedEntry {
  'posting_key'?: (string);
  'entry_id'?: (string);
  'created'?: (boolean);
}

export interface PostedEntry__Output {
  'posting_key': (string);
  'entry_id': (string);
  'created': (boolean);
}
