// Original file: pacioli/billing/v1/replay.proto


export interface ReplayAggregatesRequest {
  'business_id'?: (string);
  /**
   * Only aggregates of these types; of all where none is named.
   */
  'types'?: (string)[];
  /**
   * And of these only those with these ids, where any is named: what an event was too large to carry.
   */
  'ids'?: (string)[];
}

export interface ReplayAggregatesRequest__Output {
  'business_id': (string);
  /**
   * Only aggregates of these types; of all where none is named.
   */
  'types': (string)[];
  /**
   * And of these only those with these ids, where any is named: what an event was too large to carry.
   */
  'ids': (string)[];
}
