// Original file: pacioli/ledger/v1/tags.proto


export interface TagValue {
  'id'?: (string);
  'key'?: (string);
  'value'?: (string);
  'display_name'?: (string);
  'archived_at'?: (string);
  'dimension_id'?: (string);
  'created_at'?: (string);
  'updated_at'?: (string);
  '_display_name'?: "display_name";
  '_archived_at'?: "archived_at";
}

export interface TagValue__Output {
  'id': (string);
  'key': (string);
  'value': (string);
  'display_name'?: (string);
  'archived_at'?: (string);
  'dimension_id': (string);
  'created_at': (string);
  'updated_at': (string);
}
