// Original file: pacioli/postings/v1/postings.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';

export interface ListPostingsRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'status'?: (string);
  'source_id'?: (string);
  '_status'?: "status";
  '_source_id'?: "source_id";
}

export interface ListPostingsRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'status'?: (string);
  'source_id'?: (string);
}
