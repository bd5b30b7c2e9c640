// Original file: pacioli/ledger/v1/postings.proto

import type { PostingLine as _pacioli_ledger_v1_PostingLine, PostingLine__Output as _pacioli_ledger_v1_PostingLine__Output } from '../../../pacioli/ledger/v1/PostingLine.ts';
import type { PostingTag as _pacioli_ledger_v1_PostingTag, PostingTag__Output as _pacioli_ledger_v1_PostingTag__Output } from '../../../pacioli/ledger/v1/PostingTag.ts';

/**
 * Either line items, or `reverses`: the posting_key of an earlier entry to reverse.
 */
export interface Posting {
  'posting_key'?: (string);
  'source_type'?: (string);
  'source_id'?: (string);
  'entry_type'?: (string);
  'basis'?: (string);
  'agent'?: (string);
  'entry_at'?: (string);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'line_items'?: (_pacioli_ledger_v1_PostingLine)[];
  'tags'?: (_pacioli_ledger_v1_PostingTag)[];
  'reverses'?: (string);
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
  '_reverses'?: "reverses";
}

/**
 * Either line items, or `reverses`: the posting_key of an earlier entry to reverse.
 */
export interface Posting__Output {
  'posting_key': (string);
  'source_type': (string);
  'source_id': (string);
  'entry_type': (string);
  'basis': (string);
  'agent': (string);
  'entry_at': (string);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'line_items': (_pacioli_ledger_v1_PostingLine__Output)[];
  'tags': (_pacioli_ledger_v1_PostingTag__Output)[];
  'reverses'?: (string);
}
