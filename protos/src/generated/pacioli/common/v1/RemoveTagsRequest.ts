// Original file: pacioli/common/v1/common.proto

import type { TagName as _pacioli_common_v1_TagName, TagName__Output as _pacioli_common_v1_TagName__Output } from '../../../pacioli/common/v1/TagName.ts';

export interface RemoveTagsRequest {
  'entity_type'?: (string);
  'entity_ids'?: (string)[];
  'key_values'?: (_pacioli_common_v1_TagName)[];
}

export interface RemoveTagsRequest__Output {
  'entity_type': (string);
  'entity_ids': (string)[];
  'key_values': (_pacioli_common_v1_TagName__Output)[];
}
