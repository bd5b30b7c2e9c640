// Original file: pacioli/ledger/v1/businesses.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';

export interface ListBusinessesRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'external_id'?: (string);
  'include_archived'?: (boolean);
  '_external_id'?: "external_id";
  '_include_archived'?: "include_archived";
}

export interface ListBusinessesRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'external_id'?: (string);
  'include_archived'?: (boolean);
}
