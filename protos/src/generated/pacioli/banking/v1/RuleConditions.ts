// Original file: pacioli/banking/v1/categorization_rules.proto

import type { Long } from '@grpc/proto-loader';

/**
 * All that are given must hold. Texts compare without case.
 */
export interface RuleConditions {
  'description_contains'?: (string);
  'description_equals'?: (string);
  'description_regex'?: (string);
  'merchant_name_contains'?: (string);
  'merchant_name_regex'?: (string);
  'amount_min'?: (number | string | Long);
  'amount_max'?: (number | string | Long);
  'direction'?: (string);
  'bank_account_ids'?: (string)[];
  'external_account_ids'?: (string)[];
  'counterparty_id'?: (string);
  'counterparty_name_contains'?: (string);
  '_description_contains'?: "description_contains";
  '_description_equals'?: "description_equals";
  '_description_regex'?: "description_regex";
  '_merchant_name_contains'?: "merchant_name_contains";
  '_merchant_name_regex'?: "merchant_name_regex";
  '_amount_min'?: "amount_min";
  '_amount_max'?: "amount_max";
  '_direction'?: "direction";
  '_counterparty_id'?: "counterparty_id";
  '_counterparty_name_contains'?: "counterparty_name_contains";
}

/**
 * All that are given must hold. Texts compare without case.
 */
export interface RuleConditions__Output {
  'description_contains'?: (string);
  'description_equals'?: (string);
  'description_regex'?: (string);
  'merchant_name_contains'?: (string);
  'merchant_name_regex'?: (string);
  'amount_min'?: (number);
  'amount_max'?: (number);
  'direction'?: (string);
  'bank_account_ids': (string)[];
  'external_account_ids': (string)[];
  'counterparty_id'?: (string);
  'counterparty_name_contains'?: (string);
}
