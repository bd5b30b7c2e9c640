// Original file: pacioli/postings/v1/postings.proto

import type { PostingPosition as _pacioli_postings_v1_PostingPosition, PostingPosition__Output as _pacioli_postings_v1_PostingPosition__Output } from '../../../pacioli/postings/v1/PostingPosition.ts';

/**
 * Several services have postings that callers read as one list: whoever puts it together keeps the place, and asks each of
 * them for what comes `after` it, in the order of `staged_at` and id.
 */
export interface ListPostingsRequest {
  'limit'?: (number);
  'sort_order'?: (string);
  'status'?: (string);
  'source_id'?: (string);
  'after'?: (_pacioli_postings_v1_PostingPosition | null);
  '_status'?: "status";
  '_source_id'?: "source_id";
}

/**
 * Several services have postings that callers read as one list: whoever puts it together keeps the place, and asks each of
 * them for what comes `after` it, in the order of `staged_at` and id.
 */
export interface ListPostingsRequest__Output {
  'limit': (number);
  'sort_order': (string);
  'status'?: (string);
  'source_id'?: (string);
  'after': (_pacioli_postings_v1_PostingPosition__Output | null);
}
