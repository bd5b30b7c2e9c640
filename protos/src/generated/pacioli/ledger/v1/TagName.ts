// Original file: pacioli/ledger/v1/tags.proto


/**
 * A tag to take away.
 */
export interface TagName {
  'key'?: (string);
  'value'?: (string);
}

/**
 * A tag to take away.
 */
export interface TagName__Output {
  'key': (string);
  'value': (string);
}
