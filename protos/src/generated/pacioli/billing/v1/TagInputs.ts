// Original file: pacioli/billing/v1/documents.proto

import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';

/**
 * A list that replaces another one; absent where the list stays.
 */
export interface TagInputs {
  'items'?: (_pacioli_common_v1_TagKeyValue)[];
}

/**
 * A list that replaces another one; absent where the list stays.
 */
export interface TagInputs__Output {
  'items': (_pacioli_common_v1_TagKeyValue__Output)[];
}
