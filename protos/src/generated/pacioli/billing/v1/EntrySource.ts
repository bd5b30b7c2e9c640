// Original file: pacioli/billing/v1/invoices.proto


export interface EntrySource {
  'type'?: (string);
  'id'?: (string);
}

export interface EntrySource__Output {
  'type': (string);
  'id': (string);
}
