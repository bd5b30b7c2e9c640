// Original file: pacioli/banking/v1/bank_accounts.proto

import type { TaggedEntity as _pacioli_banking_v1_TaggedEntity, TaggedEntity__Output as _pacioli_banking_v1_TaggedEntity__Output } from '../../../pacioli/banking/v1/TaggedEntity.ts';

export interface TaggedEntitiesResponse {
  'data'?: (_pacioli_banking_v1_TaggedEntity)[];
  'posting'?: (string);
  '_posting'?: "posting";
}

export interface TaggedEntitiesResponse__Output {
  'data': (_pacioli_banking_v1_TaggedEntity__Output)[];
  'posting'?: (string);
}
