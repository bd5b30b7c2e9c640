// Original file: pacioli/ledger/v1/tags.proto

import type { TagValue as _pacioli_ledger_v1_TagValue, TagValue__Output as _pacioli_ledger_v1_TagValue__Output } from '../../../pacioli/ledger/v1/TagValue.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListTagValuesResponse {
  'data'?: (_pacioli_ledger_v1_TagValue)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListTagValuesResponse__Output {
  'data': (_pacioli_ledger_v1_TagValue__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
