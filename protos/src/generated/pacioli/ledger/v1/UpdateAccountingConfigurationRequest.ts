// Original file: pacioli/ledger/v1/accounting_configuration.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed.
 */
export interface UpdateAccountingConfigurationRequest {
  'default_reporting_basis'?: (string);
  'category_list_type'?: (string);
  'closing_date'?: (string);
  'match_rounding_threshold'?: (number | string | Long);
  'match_adjustment_threshold'?: (number | string);
  'disable_adjustment_match_suggestions'?: (boolean);
  'enable_tax_estimates'?: (boolean);
  'cleared'?: (string)[];
  '_default_reporting_basis'?: "default_reporting_basis";
  '_category_list_type'?: "category_list_type";
  '_closing_date'?: "closing_date";
  '_match_rounding_threshold'?: "match_rounding_threshold";
  '_match_adjustment_threshold'?: "match_adjustment_threshold";
  '_disable_adjustment_match_suggestions'?: "disable_adjustment_match_suggestions";
  '_enable_tax_estimates'?: "enable_tax_estimates";
}

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed.
 */
export interface UpdateAccountingConfigurationRequest__Output {
  'default_reporting_basis'?: (string);
  'category_list_type'?: (string);
  'closing_date'?: (string);
  'match_rounding_threshold'?: (number);
  'match_adjustment_threshold'?: (number);
  'disable_adjustment_match_suggestions'?: (boolean);
  'enable_tax_estimates'?: (boolean);
  'cleared': (string)[];
}
