// Original file: pacioli/ledger/v1/postings.proto

import type { Posting as _pacioli_ledger_v1_Posting, Posting__Output as _pacioli_ledger_v1_Posting__Output } from '../../../pacioli/ledger/v1/Posting.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `books_epoch` is what AskBooks answered: what was decided under it is accepted although the period was closed, an
 * account or a tag value archived, or a dimension made BALANCING since.
 */
export interface PostEntriesRequest {
  'books_epoch'?: (number | string | Long);
  'postings'?: (_pacioli_ledger_v1_Posting)[];
}

/**
 * `books_epoch` is what AskBooks answered: what was decided under it is accepted although the period was closed, an
 * account or a tag value archived, or a dimension made BALANCING since.
 */
export interface PostEntriesRequest__Output {
  'books_epoch': (number);
  'postings': (_pacioli_ledger_v1_Posting__Output)[];
}
