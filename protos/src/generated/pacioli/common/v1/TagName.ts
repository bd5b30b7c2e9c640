// Original file: pacioli/common/v1/common.proto


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
