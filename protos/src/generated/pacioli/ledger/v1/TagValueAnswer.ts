// Original file: pacioli/ledger/v1/tags.proto

import type { TagValue as _pacioli_ledger_v1_TagValue, TagValue__Output as _pacioli_ledger_v1_TagValue__Output } from '../../../pacioli/ledger/v1/TagValue.ts';

export interface TagValueAnswer {
  'data'?: (_pacioli_ledger_v1_TagValue | null);
  'created'?: (boolean);
}

export interface TagValueAnswer__Output {
  'data': (_pacioli_ledger_v1_TagValue__Output | null);
  'created': (boolean);
}
