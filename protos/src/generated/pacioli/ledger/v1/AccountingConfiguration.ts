// Original file: pacioli/ledger/v1/accounting_configuration.proto

import type { Long } from '@grpc/proto-loader';

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
  '_business_id'?: "business_id";
  '_closing_date'?: "closing_date";
}

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
}
