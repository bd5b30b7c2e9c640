// Original file: pacioli/ledger/v1/journal.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

export interface LineItemInput {
  'account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
  'amount'?: (number | string | Long);
  'direction'?: (string);
  'memo'?: (string);
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  '_memo'?: "memo";
}

export interface LineItemInput__Output {
  'account_identifier': (_pacioli_common_v1_AccountIdentifier__Output | null);
  'amount': (number);
  'direction': (string);
  'memo'?: (string);
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
}
