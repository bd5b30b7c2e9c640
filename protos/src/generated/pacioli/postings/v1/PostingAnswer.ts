// Original file: pacioli/postings/v1/postings.proto

import type { StagedPosting as _pacioli_postings_v1_StagedPosting, StagedPosting__Output as _pacioli_postings_v1_StagedPosting__Output } from '../../../pacioli/postings/v1/StagedPosting.ts';

export interface PostingAnswer {
  'data'?: (_pacioli_postings_v1_StagedPosting | null);
}

export interface PostingAnswer__Output {
  'data': (_pacioli_postings_v1_StagedPosting__Output | null);
}
