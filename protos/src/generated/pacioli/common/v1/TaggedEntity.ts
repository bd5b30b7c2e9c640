// Original file: pacioli/common/v1/common.proto

import type { AppliedTag as _pacioli_common_v1_AppliedTag, AppliedTag__Output as _pacioli_common_v1_AppliedTag__Output } from '../../../pacioli/common/v1/AppliedTag.ts';

/**
 * What an entity carries now.
 */
export interface TaggedEntity {
  'entity_type'?: (string);
  'entity_id'?: (string);
  'transaction_tags'?: (_pacioli_common_v1_AppliedTag)[];
}

/**
 * What an entity carries now.
 */
export interface TaggedEntity__Output {
  'entity_type': (string);
  'entity_id': (string);
  'transaction_tags': (_pacioli_common_v1_AppliedTag__Output)[];
}
