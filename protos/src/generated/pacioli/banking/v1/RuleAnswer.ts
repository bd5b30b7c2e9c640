// Original file: pacioli/banking/v1/categorization_rules.proto

import type { CategorizationRule as _pacioli_banking_v1_CategorizationRule, CategorizationRule__Output as _pacioli_banking_v1_CategorizationRule__Output } from '../../../pacioli/banking/v1/CategorizationRule.ts';

/**
 * `applied_count` is how many waiting transactions the rule decided at once, where it was asked to.
 */
export interface RuleAnswer {
  'data'?: (_pacioli_banking_v1_CategorizationRule | null);
  'created'?: (boolean);
  'applied_count'?: (number);
  'posting'?: (string);
  '_applied_count'?: "applied_count";
  '_posting'?: "posting";
}

/**
 * `applied_count` is how many waiting transactions the rule decided at once, where it was asked to.
 */
export interface RuleAnswer__Output {
  'data': (_pacioli_banking_v1_CategorizationRule__Output | null);
  'created': (boolean);
  'applied_count'?: (number);
  'posting'?: (string);
}
