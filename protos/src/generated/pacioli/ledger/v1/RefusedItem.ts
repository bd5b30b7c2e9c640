// Original file: pacioli/ledger/v1/connections.proto


export interface RefusedItem {
  'item_type'?: (string);
  'external_id'?: (string);
  'error_enum'?: (string);
  'description'?: (string);
  '_external_id'?: "external_id";
}

export interface RefusedItem__Output {
  'item_type': (string);
  'external_id'?: (string);
  'error_enum': (string);
  'description': (string);
}
