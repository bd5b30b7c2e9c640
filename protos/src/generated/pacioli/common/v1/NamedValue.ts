// Original file: pacioli/common/v1/common.proto


/**
 * A value of an enumeration with the name people read.
 */
export interface NamedValue {
  'value'?: (string);
  'display_name'?: (string);
}

/**
 * A value of an enumeration with the name people read.
 */
export interface NamedValue__Output {
  'value': (string);
  'display_name': (string);
}
