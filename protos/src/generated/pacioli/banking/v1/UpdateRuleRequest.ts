// Original file: pacioli/banking/v1/categorization_rules.proto

import type { RuleConditions as _pacioli_banking_v1_RuleConditions, RuleConditions__Output as _pacioli_banking_v1_RuleConditions__Output } from '../../../pacioli/banking/v1/RuleConditions.ts';
import type { CategoryIdentifier as _pacioli_common_v1_CategoryIdentifier, CategoryIdentifier__Output as _pacioli_common_v1_CategoryIdentifier__Output } from '../../../pacioli/common/v1/CategoryIdentifier.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed. Conditions are replaced as a whole.
 */
export interface UpdateRuleRequest {
  'rule_id'?: (string);
  'external_id'?: (string);
  'name'?: (string);
  'priority'?: (number);
  'is_active'?: (boolean);
  'conditions'?: (_pacioli_banking_v1_RuleConditions | null);
  'category'?: (_pacioli_common_v1_CategoryIdentifier | null);
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'replaces_tags'?: (boolean);
  'tax_code'?: (string);
  'memo'?: (string);
  'apply_retroactively'?: (boolean);
  'cleared'?: (string)[];
  '_external_id'?: "external_id";
  '_name'?: "name";
  '_priority'?: "priority";
  '_is_active'?: "is_active";
  '_conditions'?: "conditions";
  '_category'?: "category";
  '_replaces_tags'?: "replaces_tags";
  '_tax_code'?: "tax_code";
  '_memo'?: "memo";
  '_apply_retroactively'?: "apply_retroactively";
}

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed. Conditions are replaced as a whole.
 */
export interface UpdateRuleRequest__Output {
  'rule_id': (string);
  'external_id'?: (string);
  'name'?: (string);
  'priority'?: (number);
  'is_active'?: (boolean);
  'conditions'?: (_pacioli_banking_v1_RuleConditions__Output | null);
  'category'?: (_pacioli_common_v1_CategoryIdentifier__Output | null);
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'replaces_tags'?: (boolean);
  'tax_code'?: (string);
  'memo'?: (string);
  'apply_retroactively'?: (boolean);
  'cleared': (string)[];
}
