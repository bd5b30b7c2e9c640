// Original file: pacioli/banking/v1/bank_accounts.proto

import type { AppliedTag as _pacioli_common_v1_AppliedTag, AppliedTag__Output as _pacioli_common_v1_AppliedTag__Output } from '../../../pacioli/common/v1/AppliedTag.ts';

export interface TaggedEntity {
  'entity_type'?: (string);
  'entity_id'?: (string);
  'transaction_tags'?: (_pacioli_common_v1_AppliedTag)[];
}

export interface TaggedEntity__Output {
  'entity_type': (string);
  'entity_id': (string);
  'transaction_tags': (_pacioli_common_v1_AppliedTag__Output)[];
}
