// Original file: pacioli/billing/v1/documents.proto

import type { NamedValue as _pacioli_common_v1_NamedValue, NamedValue__Output as _pacioli_common_v1_NamedValue__Output } from '../../../pacioli/common/v1/NamedValue.ts';

/**
 * An account of the chart as documents show it.
 */
export interface AccountSummary {
  'id'?: (string);
  'name'?: (string);
  'account_number'?: (string);
  'stable_name'?: (string);
  'normality'?: (string);
  'account_type'?: (_pacioli_common_v1_NamedValue | null);
  'account_subtype'?: (_pacioli_common_v1_NamedValue | null);
  '_account_number'?: "account_number";
  '_stable_name'?: "stable_name";
}

/**
 * An account of the chart as documents show it.
 */
export interface AccountSummary__Output {
  'id': (string);
  'name': (string);
  'account_number'?: (string);
  'stable_name'?: (string);
  'normality': (string);
  'account_type': (_pacioli_common_v1_NamedValue__Output | null);
  'account_subtype': (_pacioli_common_v1_NamedValue__Output | null);
}
