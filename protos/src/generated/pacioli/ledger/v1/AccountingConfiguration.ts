// Original file: pacioli/ledger/v1/accounting_configuration.proto

import type { Long } from '@grpc/proto-loader';

/**
 * `closing_day` is the day that `closing_date` was given as; none if it was given as an instant. `overrides` names the
 * fields that the business does not take from its client.
 */
export interface AccountingConfiguration {
  'id'?: (string);
  'business_id'?: (string);
  'default_reporting_basis'?: (string);
  'category_list_type'?: (string);
  'closing_date'?: (string);
  'match_rounding_threshold'?: (number | string | Long);
  'match_adjustment_threshold'?: (number | string);
  'disable_adjustment_match_suggestions'?: (boolean);
  'enable_tax_estimates'?: (boolean);
  'closing_day'?: (string);
  'overrides'?: (string)[];
  '_business_id'?: "business_id";
  '_closing_date'?: "closing_date";
  '_closing_day'?: "closing_day";
}

/**
 * `closing_day` is the day that `closing_date` was given as; none if it was given as an instant. `overrides` names the
 * fields that the business does not take from its client.
 */
export interface AccountingConfiguration__Output {
  'id': (string);
  'business_id'?: (string);
  'default_reporting_basis': (string);
  'category_list_type': (string);
  'closing_date'?: (string);
  'match_rounding_threshold': (number);
  'match_adjustment_threshold': (number);
  'disable_adjustment_match_suggestions': (boolean);
  'enable_tax_estimates': (boolean);
  'closing_day'?: (string);
  'overrides': (string)[];
}
