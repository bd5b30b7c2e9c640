// Original file: pacioli/ledger/v1/tags.proto

import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';

export interface ApplyTagsRequest {
  'entity_type'?: (string);
  'entity_ids'?: (string)[];
  'key_values'?: (_pacioli_common_v1_TagKeyValue)[];
}

export interface ApplyTagsRequest__Output {
  'entity_type': (string);
  'entity_ids': (string)[];
  'key_values': (_pacioli_common_v1_TagKeyValue__Output)[];
}
