// Original file: pacioli/ledger/v1/postings.proto


/**
 * A tag value as it is defined, and whether entries have to balance by its dimension.
 */
export interface AskedTag {
  'definition_id'?: (string);
  'dimension_id'?: (string);
  'key'?: (string);
  'value'?: (string);
  'dimension_display_name'?: (string);
  'value_display_name'?: (string);
  'strictness'?: (string);
  '_dimension_display_name'?: "dimension_display_name";
  '_value_display_name'?: "value_display_name";
}

/**
 * A tag value as it is defined, and whether entries have to balance by its dimension.
 */
export interface AskedTag__Output {
  'definition_id': (string);
  'dimension_id': (string);
  'key': (string);
  'value': (string);
  'dimension_display_name'?: (string);
  'value_display_name'?: (string);
  'strictness': (string);
}
