// Original file: pacioli/postings/v1/postings.proto


/**
 * A place between postings: after the one that was staged at this time and has this id.
 */
export interface PostingPosition {
  'staged_at'?: (string);
  'id'?: (string);
}

/**
 * A place between postings: after the one that was staged at this time and has this id.
 */
export interface PostingPosition__Output {
  'staged_at': (string);
  'id': (string);
}
