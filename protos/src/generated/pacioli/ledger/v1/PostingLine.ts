// Original file: pacioli/ledger/v1/postings.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { PostingTag as _pacioli_ledger_v1_PostingTag, PostingTag__Output as _pacioli_ledger_v1_PostingTag__Output } from '../../../pacioli/ledger/v1/PostingTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `document_id` is the bill, vendor credit or invoice whose debt the line moves; on control accounts alone.
 */
export interface PostingLine {
  'account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
  'amount'?: (number | string | Long);
  'direction'?: (string);
  'memo'?: (string);
  'tags'?: (_pacioli_ledger_v1_PostingTag)[];
  'document_id'?: (string);
  '_memo'?: "memo";
  '_document_id'?: "document_id";
}

/**
 * `document_id` is the bill, vendor credit or invoice whose debt the line moves; on control accounts alone.
 */
export interface PostingLine__Output {
  'account_identifier': (_pacioli_common_v1_AccountIdentifier__Output | null);
  'amount': (number);
  'direction': (string);
  'memo'?: (string);
  'tags': (_pacioli_ledger_v1_PostingTag__Output)[];
  'document_id'?: (string);
}
