// Original file: pacioli/ledger/v1/tags.proto

import type { TagDimension as _pacioli_ledger_v1_TagDimension, TagDimension__Output as _pacioli_ledger_v1_TagDimension__Output } from '../../../pacioli/ledger/v1/TagDimension.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListTagDimensionsResponse {
  'data'?: (_pacioli_ledger_v1_TagDimension)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListTagDimensionsResponse__Output {
  'data': (_pacioli_ledger_v1_TagDimension__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
