// Original file: pacioli/ledger/v1/postings.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { PostingTag as _pacioli_ledger_v1_PostingTag, PostingTag__Output as _pacioli_ledger_v1_PostingTag__Output } from '../../../pacioli/ledger/v1/PostingTag.ts';

/**
 * A tag with a `definition_id` is the one that is meant, whatever it is called by now.
 */
export interface AskBooksRequest {
  'account_identifiers'?: (_pacioli_common_v1_AccountIdentifier)[];
  'tags'?: (_pacioli_ledger_v1_PostingTag)[];
  /**
   * Whether `room` is told in any case.
   */
  'tells_room'?: (boolean);
  '_tells_room'?: "tells_room";
}

/**
 * A tag with a `definition_id` is the one that is meant, whatever it is called by now.
 */
export interface AskBooksRequest__Output {
  'account_identifiers': (_pacioli_common_v1_AccountIdentifier__Output)[];
  'tags': (_pacioli_ledger_v1_PostingTag__Output)[];
  /**
   * Whether `room` is told in any case.
   */
  'tells_room'?: (boolean);
}
