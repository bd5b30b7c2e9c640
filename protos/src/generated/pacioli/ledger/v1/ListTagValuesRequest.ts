// Original file: pacioli/ledger/v1/tags.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';

export interface ListTagValuesRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'dimension_id'?: (string);
  'value'?: (string);
  'include_archived'?: (boolean);
  '_value'?: "value";
  '_include_archived'?: "include_archived";
}

export interface ListTagValuesRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'dimension_id': (string);
  'value'?: (string);
  'include_archived'?: (boolean);
}
