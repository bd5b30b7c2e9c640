// Original file: pacioli/banking/v1/categorization_rules.proto

import type { CategorizationRule as _pacioli_banking_v1_CategorizationRule, CategorizationRule__Output as _pacioli_banking_v1_CategorizationRule__Output } from '../../../pacioli/banking/v1/CategorizationRule.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListRulesResponse {
  'data'?: (_pacioli_banking_v1_CategorizationRule)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListRulesResponse__Output {
  'data': (_pacioli_banking_v1_CategorizationRule__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
