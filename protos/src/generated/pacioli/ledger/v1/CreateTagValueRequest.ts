// Original file: pacioli/ledger/v1/tags.proto


export interface CreateTagValueRequest {
  'dimension_id'?: (string);
  'value'?: (string);
  'display_name'?: (string);
  'is_archived'?: (boolean);
  '_display_name'?: "display_name";
  '_is_archived'?: "is_archived";
}

export interface CreateTagValueRequest__Output {
  'dimension_id': (string);
  'value': (string);
  'display_name'?: (string);
  'is_archived'?: (boolean);
}
