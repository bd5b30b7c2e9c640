// Original file: pacioli/common/v1/common.proto

import type { TaggedEntity as _pacioli_common_v1_TaggedEntity, TaggedEntity__Output as _pacioli_common_v1_TaggedEntity__Output } from '../../../pacioli/common/v1/TaggedEntity.ts';

/**
 * `posting` says how far the entries are that follow from it, where there are any.
 */
export interface TaggedEntitiesResponse {
  'data'?: (_pacioli_common_v1_TaggedEntity)[];
  'posting'?: (string);
  '_posting'?: "posting";
}

/**
 * `posting` says how far the entries are that follow from it, where there are any.
 */
export interface TaggedEntitiesResponse__Output {
  'data': (_pacioli_common_v1_TaggedEntity__Output)[];
  'posting'?: (string);
}
