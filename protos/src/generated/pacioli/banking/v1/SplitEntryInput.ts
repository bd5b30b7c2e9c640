// Original file: pacioli/banking/v1/bank_transactions.proto

import type { CategoryIdentifier as _pacioli_common_v1_CategoryIdentifier, CategoryIdentifier__Output as _pacioli_common_v1_CategoryIdentifier__Output } from '../../../pacioli/common/v1/CategoryIdentifier.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

export interface SplitEntryInput {
  'category'?: (_pacioli_common_v1_CategoryIdentifier | null);
  'amount'?: (number | string | Long);
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'memo'?: (string);
  '_memo'?: "memo";
}

export interface SplitEntryInput__Output {
  'category': (_pacioli_common_v1_CategoryIdentifier__Output | null);
  'amount': (number);
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'memo'?: (string);
}
