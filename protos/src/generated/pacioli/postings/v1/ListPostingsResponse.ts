// Original file: pacioli/postings/v1/postings.proto

import type { StagedPosting as _pacioli_postings_v1_StagedPosting, StagedPosting__Output as _pacioli_postings_v1_StagedPosting__Output } from '../../../pacioli/postings/v1/StagedPosting.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListPostingsResponse {
  'data'?: (_pacioli_postings_v1_StagedPosting)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListPostingsResponse__Output {
  'data': (_pacioli_postings_v1_StagedPosting__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
