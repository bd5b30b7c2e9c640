// Original file: pacioli/ledger/v1/postings.proto


/**
 * A tag as it was asked for: `definition_id` is what AskBooks answered, and holds though the key or the value was renamed
 * since.
 */
export interface PostingTag {
  'key'?: (string);
  'value'?: (string);
  'dimension_display_name'?: (string);
  'value_display_name'?: (string);
  'definition_id'?: (string);
  '_dimension_display_name'?: "dimension_display_name";
  '_value_display_name'?: "value_display_name";
  '_definition_id'?: "definition_id";
}

/**
 * A tag as it was asked for: `definition_id` is what AskBooks answered, and holds though the key or the value was renamed
 * since.
 */
export interface PostingTag__Output {
  'key': (string);
  'value': (string);
  'dimension_display_name'?: (string);
  'value_display_name'?: (string);
  'definition_id'?: (string);
}
