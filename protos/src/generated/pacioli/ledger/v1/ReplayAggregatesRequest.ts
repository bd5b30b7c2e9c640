// Original file: pacioli/ledger/v1/replay.proto


/**
 * Without a business: the businesses themselves, and nothing of their books.
 */
export interface ReplayAggregatesRequest {
  'business_id'?: (string);
  /**
   * Only aggregates of these types; of all where none is named.
   */
  'types'?: (string)[];
  '_business_id'?: "business_id";
}

/**
 * Without a business: the businesses themselves, and nothing of their books.
 */
export interface ReplayAggregatesRequest__Output {
  'business_id'?: (string);
  /**
   * Only aggregates of these types; of all where none is named.
   */
  'types': (string)[];
}
