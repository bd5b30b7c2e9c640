// Original file: pacioli/ledger/v1/tags.proto


/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed.
 */
export interface UpdateTagValueRequest {
  'definition_id'?: (string);
  'value'?: (string);
  'display_name'?: (string);
  'is_archived'?: (boolean);
  'cleared'?: (string)[];
  '_value'?: "value";
  '_display_name'?: "display_name";
  '_is_archived'?: "is_archived";
}

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed.
 */
export interface UpdateTagValueRequest__Output {
  'definition_id': (string);
  'value'?: (string);
  'display_name'?: (string);
  'is_archived'?: (boolean);
  'cleared': (string)[];
}
