// Original file: pacioli/ledger/v1/tags.proto

import type { TagDimension as _pacioli_ledger_v1_TagDimension, TagDimension__Output as _pacioli_ledger_v1_TagDimension__Output } from '../../../pacioli/ledger/v1/TagDimension.ts';

export interface TagDimensionAnswer {
  'data'?: (_pacioli_ledger_v1_TagDimension | null);
  'created'?: (boolean);
}

export interface TagDimensionAnswer__Output {
  'data': (_pacioli_ledger_v1_TagDimension__Output | null);
  'created': (boolean);
}
