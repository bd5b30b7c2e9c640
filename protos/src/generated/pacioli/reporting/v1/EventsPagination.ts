// Original file: pacioli/reporting/v1/events.proto


/**
 * `cursor` is the position to go on after.
 */
export interface EventsPagination {
  'sort_by'?: (string);
  'sort_order'?: (string);
  'cursor'?: (string);
  'has_more'?: (boolean);
}

/**
 * `cursor` is the position to go on after.
 */
export interface EventsPagination__Output {
  'sort_by': (string);
  'sort_order': (string);
  'cursor': (string);
  'has_more': (boolean);
}
