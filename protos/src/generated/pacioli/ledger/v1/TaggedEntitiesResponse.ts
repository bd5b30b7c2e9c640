// Original file: pacioli/ledger/v1/tags.proto

import type { TaggedEntity as _pacioli_ledger_v1_TaggedEntity, TaggedEntity__Output as _pacioli_ledger_v1_TaggedEntity__Output } from '../../../pacioli/ledger/v1/TaggedEntity.ts';

export interface TaggedEntitiesResponse {
  'data'?: (_pacioli_ledger_v1_TaggedEntity)[];
}

export interface TaggedEntitiesResponse__Output {
  'data': (_pacioli_ledger_v1_TaggedEntity__Output)[];
}
