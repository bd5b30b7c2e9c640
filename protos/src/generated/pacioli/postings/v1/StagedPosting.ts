// Original file: pacioli/postings/v1/postings.proto

import type { Long } from '@grpc/proto-loader';

/**
 * `status` is PENDING, POSTED or FAILED.
 */
export interface StagedPosting {
  'id'?: (string);
  'posting_key'?: (string);
  'source_type'?: (string);
  'source_id'?: (string);
  'seq'?: (number | string | Long);
  'status'?: (string);
  'entry_at'?: (string);
  'attempts'?: (number);
  'error_enum'?: (string);
  'error_description'?: (string);
  'entry_id'?: (string);
  'staged_at'?: (string);
  'posted_at'?: (string);
  'failed_at'?: (string);
  '_error_enum'?: "error_enum";
  '_error_description'?: "error_description";
  '_entry_id'?: "entry_id";
  '_posted_at'?: "posted_at";
  '_failed_at'?: "failed_at";
}

/**
 * `status` is PENDING, POSTED or FAILED.
 */
export interface StagedPosting__Output {
  'id': (string);
  'posting_key': (string);
  'source_type': (string);
  'source_id': (string);
  'seq': (number);
  'status': (string);
  'entry_at': (string);
  'attempts': (number);
  'error_enum'?: (string);
  'error_description'?: (string);
  'entry_id'?: (string);
  'staged_at': (string);
  'posted_at'?: (string);
  'failed_at'?: (string);
}
