// Original file: pacioli/banking/v1/categorization_rules.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';

export interface ListRulesRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'include_deleted'?: (boolean);
  'is_active'?: (boolean);
  'external_id'?: (string);
  '_include_deleted'?: "include_deleted";
  '_is_active'?: "is_active";
  '_external_id'?: "external_id";
}

export interface ListRulesRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'include_deleted'?: (boolean);
  'is_active'?: (boolean);
  'external_id'?: (string);
}
