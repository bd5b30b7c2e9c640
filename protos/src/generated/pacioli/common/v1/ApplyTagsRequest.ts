// Original file: pacioli/common/v1/common.proto

import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';

/**
 * Tags to put on entities of one type; the service says which types it has.
 */
export interface ApplyTagsRequest {
  'entity_type'?: (string);
  'entity_ids'?: (string)[];
  'key_values'?: (_pacioli_common_v1_TagKeyValue)[];
}

/**
 * Tags to put on entities of one type; the service says which types it has.
 */
export interface ApplyTagsRequest__Output {
  'entity_type': (string);
  'entity_ids': (string)[];
  'key_values': (_pacioli_common_v1_TagKeyValue__Output)[];
}
