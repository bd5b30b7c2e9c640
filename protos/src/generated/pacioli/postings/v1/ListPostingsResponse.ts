// Original file: pacioli/postings/v1/postings.proto

import type { StagedPosting as _pacioli_postings_v1_StagedPosting, StagedPosting__Output as _pacioli_postings_v1_StagedPosting__Output } from '../../../pacioli/postings/v1/StagedPosting.ts';
import type { Long } from '@grpc/proto-loader';

export interface ListPostingsResponse {
  'data'?: (_pacioli_postings_v1_StagedPosting)[];
  'has_more'?: (boolean);
  'total_count'?: (number | string | Long);
}

export interface ListPostingsResponse__Output {
  'data': (_pacioli_postings_v1_StagedPosting__Output)[];
  'has_more': (boolean);
  'total_count': (number);
}
