// Original file: pacioli/banking/v1/categorization_rules.proto

import type { RuleConditions as _pacioli_banking_v1_RuleConditions, RuleConditions__Output as _pacioli_banking_v1_RuleConditions__Output } from '../../../pacioli/banking/v1/RuleConditions.ts';
import type { CategoryIdentifier as _pacioli_common_v1_CategoryIdentifier, CategoryIdentifier__Output as _pacioli_common_v1_CategoryIdentifier__Output } from '../../../pacioli/common/v1/CategoryIdentifier.ts';
import type { AppliedTag as _pacioli_common_v1_AppliedTag, AppliedTag__Output as _pacioli_common_v1_AppliedTag__Output } from '../../../pacioli/common/v1/AppliedTag.ts';

/**
 * `category` is null where the rule only tags. `disabled_reason` says why the service no longer applies it.
 */
export interface CategorizationRule {
  'id'?: (string);
  'external_id'?: (string);
  'name'?: (string);
  'priority'?: (number);
  'is_active'?: (boolean);
  'conditions'?: (_pacioli_banking_v1_RuleConditions | null);
  'category'?: (_pacioli_common_v1_CategoryIdentifier | null);
  'tags'?: (_pacioli_common_v1_AppliedTag)[];
  'tax_code'?: (string);
  'memo'?: (string);
  'disabled_at'?: (string);
  'disabled_reason'?: (string);
  'created_at'?: (string);
  'updated_at'?: (string);
  'deleted_at'?: (string);
  /**
   * Whether transactions that waited when it was asked for are still being gone through.
   */
  'is_applying'?: (boolean);
  '_external_id'?: "external_id";
  '_category'?: "category";
  '_tax_code'?: "tax_code";
  '_memo'?: "memo";
  '_disabled_at'?: "disabled_at";
  '_disabled_reason'?: "disabled_reason";
  '_deleted_at'?: "deleted_at";
}

/**
 * `category` is null where the rule only tags. `disabled_reason` says why the service no longer applies it.
 */
export interface CategorizationRule__Output {
  'id': (string);
  'external_id'?: (string);
  'name': (string);
  'priority': (number);
  'is_active': (boolean);
  'conditions': (_pacioli_banking_v1_RuleConditions__Output | null);
  'category'?: (_pacioli_common_v1_CategoryIdentifier__Output | null);
  'tags': (_pacioli_common_v1_AppliedTag__Output)[];
  'tax_code'?: (string);
  'memo'?: (string);
  'disabled_at'?: (string);
  'disabled_reason'?: (string);
  'created_at': (string);
  'updated_at': (string);
  'deleted_at'?: (string);
  /**
   * Whether transactions that waited when it was asked for are still being gone through.
   */
  'is_applying': (boolean);
}
