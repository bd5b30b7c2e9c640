// Original file: pacioli/ledger/v1/tags.proto


/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed.
 */
export interface UpdateTagDimensionRequest {
  'dimension_id'?: (string);
  'key'?: (string);
  'display_name'?: (string);
  'strictness'?: (string);
  'user_visible'?: (boolean);
  'cleared'?: (string)[];
  '_key'?: "key";
  '_display_name'?: "display_name";
  '_strictness'?: "strictness";
  '_user_visible'?: "user_visible";
}

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed.
 */
export interface UpdateTagDimensionRequest__Output {
  'dimension_id': (string);
  'key'?: (string);
  'display_name'?: (string);
  'strictness'?: (string);
  'user_visible'?: (boolean);
  'cleared': (string)[];
}
