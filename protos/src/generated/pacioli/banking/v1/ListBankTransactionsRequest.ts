// Original file: pacioli/banking/v1/bank_transactions.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * Filters combine with AND.
 */
export interface ListBankTransactionsRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'reference_number'?: (string);
  'reference_numbers'?: (string)[];
  'start_date'?: (string);
  'end_date'?: (string);
  'direction'?: (string);
  'categorization_status'?: (string);
  'categorized'?: (boolean);
  'is_matched'?: (boolean);
  'category'?: (string);
  'amount_min'?: (number | string | Long);
  'amount_max'?: (number | string | Long);
  'description_filter'?: (string);
  'description_filter_regex'?: (string);
  'merchant_name_filter'?: (string);
  'merchant_name_filter_regex'?: (string);
  'memo'?: (string);
  'memo_contains'?: (string);
  'external_account_ids'?: (string)[];
  'bank_account_ids'?: (string)[];
  'source_account_ids'?: (string)[];
  'external_ids'?: (string)[];
  'customer_id'?: (string);
  'customer_external_id'?: (string);
  'vendor_id'?: (string);
  'vendor_external_id'?: (string);
  'counterparty_id'?: (string);
  'has_counterparty'?: (boolean);
  'tag_key'?: (string);
  'tag_values'?: (string)[];
  'q'?: (string);
  'rule_id'?: (string);
  '_reference_number'?: "reference_number";
  '_start_date'?: "start_date";
  '_end_date'?: "end_date";
  '_direction'?: "direction";
  '_categorization_status'?: "categorization_status";
  '_categorized'?: "categorized";
  '_is_matched'?: "is_matched";
  '_category'?: "category";
  '_amount_min'?: "amount_min";
  '_amount_max'?: "amount_max";
  '_description_filter'?: "description_filter";
  '_description_filter_regex'?: "description_filter_regex";
  '_merchant_name_filter'?: "merchant_name_filter";
  '_merchant_name_filter_regex'?: "merchant_name_filter_regex";
  '_memo'?: "memo";
  '_memo_contains'?: "memo_contains";
  '_customer_id'?: "customer_id";
  '_customer_external_id'?: "customer_external_id";
  '_vendor_id'?: "vendor_id";
  '_vendor_external_id'?: "vendor_external_id";
  '_counterparty_id'?: "counterparty_id";
  '_has_counterparty'?: "has_counterparty";
  '_tag_key'?: "tag_key";
  '_q'?: "q";
  '_rule_id'?: "rule_id";
}

/**
 * Filters combine with AND.
 */
export interface ListBankTransactionsRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'reference_number'?: (string);
  'reference_numbers': (string)[];
  'start_date'?: (string);
  'end_date'?: (string);
  'direction'?: (string);
  'categorization_status'?: (string);
  'categorized'?: (boolean);
  'is_matched'?: (boolean);
  'category'?: (string);
  'amount_min'?: (number);
  'amount_max'?: (number);
  'description_filter'?: (string);
  'description_filter_regex'?: (string);
  'merchant_name_filter'?: (string);
  'merchant_name_filter_regex'?: (string);
  'memo'?: (string);
  'memo_contains'?: (string);
  'external_account_ids': (string)[];
  'bank_account_ids': (string)[];
  'source_account_ids': (string)[];
  'external_ids': (string)[];
  'customer_id'?: (string);
  'customer_external_id'?: (string);
  'vendor_id'?: (string);
  'vendor_external_id'?: (string);
  'counterparty_id'?: (string);
  'has_counterparty'?: (boolean);
  'tag_key'?: (string);
  'tag_values': (string)[];
  'q'?: (string);
  'rule_id'?: (string);
}
