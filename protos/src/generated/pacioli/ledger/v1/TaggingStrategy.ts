// Original file: pacioli/ledger/v1/closing.proto

import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';

/**
 * The tags a closing is narrowed to. A message of its own, so that an empty list differs from none.
 */
export interface TaggingStrategy {
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
}

/**
 * The tags a closing is narrowed to. A message of its own, so that an empty list differs from none.
 */
export interface TaggingStrategy__Output {
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
}
