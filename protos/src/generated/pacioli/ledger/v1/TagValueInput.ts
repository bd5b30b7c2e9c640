// Original file: pacioli/ledger/v1/tags.proto


export interface TagValueInput {
  'value'?: (string);
  'display_name'?: (string);
  'is_archived'?: (boolean);
  '_display_name'?: "display_name";
  '_is_archived'?: "is_archived";
}

export interface TagValueInput__Output {
  'value': (string);
  'display_name'?: (string);
  'is_archived'?: (boolean);
}
