// Original file: pacioli/ledger/v1/postings.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';

export interface AskBooksRequest {
  'account_identifiers'?: (_pacioli_common_v1_AccountIdentifier)[];
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
}

export interface AskBooksRequest__Output {
  'account_identifiers': (_pacioli_common_v1_AccountIdentifier__Output)[];
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
}
