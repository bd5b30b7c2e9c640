// Original file: pacioli/banking/v1/categorization_rules.proto

import type { RuleConditions as _pacioli_banking_v1_RuleConditions, RuleConditions__Output as _pacioli_banking_v1_RuleConditions__Output } from '../../../pacioli/banking/v1/RuleConditions.ts';
import type { CategoryIdentifier as _pacioli_common_v1_CategoryIdentifier, CategoryIdentifier__Output as _pacioli_common_v1_CategoryIdentifier__Output } from '../../../pacioli/common/v1/CategoryIdentifier.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';

export interface CreateRuleRequest {
  'external_id'?: (string);
  'name'?: (string);
  'priority'?: (number);
  'is_active'?: (boolean);
  'conditions'?: (_pacioli_banking_v1_RuleConditions | null);
  'category'?: (_pacioli_common_v1_CategoryIdentifier | null);
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'tax_code'?: (string);
  'memo'?: (string);
  'apply_retroactively'?: (boolean);
  '_external_id'?: "external_id";
  '_priority'?: "priority";
  '_is_active'?: "is_active";
  '_category'?: "category";
  '_tax_code'?: "tax_code";
  '_memo'?: "memo";
  '_apply_retroactively'?: "apply_retroactively";
}

export interface CreateRuleRequest__Output {
  'external_id'?: (string);
  'name': (string);
  'priority'?: (number);
  'is_active'?: (boolean);
  'conditions': (_pacioli_banking_v1_RuleConditions__Output | null);
  'category'?: (_pacioli_common_v1_CategoryIdentifier__Output | null);
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'tax_code'?: (string);
  'memo'?: (string);
  'apply_retroactively'?: (boolean);
}
