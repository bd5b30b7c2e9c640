// Original file: pacioli/ledger/v1/tags.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';

export interface ListTagDimensionsRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'key'?: (string);
  'user_visible'?: (boolean);
  'include_deleted'?: (boolean);
  '_key'?: "key";
  '_user_visible'?: "user_visible";
  '_include_deleted'?: "include_deleted";
}

export interface ListTagDimensionsRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'key'?: (string);
  'user_visible'?: (boolean);
  'include_deleted'?: (boolean);
}
