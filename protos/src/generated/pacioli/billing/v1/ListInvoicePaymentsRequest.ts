// Original file: pacioli/billing/v1/invoice_payments.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * Dates are of `paid_at`; amounts of `amount`.
 */
export interface ListInvoicePaymentsRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'customer_id'?: (string);
  'customer_external_id'?: (string);
  'invoice_id'?: (string);
  'method'?: (string);
  'processor'?: (string);
  'start_date'?: (string);
  'end_date'?: (string);
  'min_amount'?: (number | string | Long);
  'max_amount'?: (number | string | Long);
  'included_in_payout'?: (boolean);
  'is_matched'?: (boolean);
  'external_id'?: (string);
  'reference_numbers'?: (string)[];
  'tag_key'?: (string);
  'tag_values'?: (string)[];
  '_customer_id'?: "customer_id";
  '_customer_external_id'?: "customer_external_id";
  '_invoice_id'?: "invoice_id";
  '_method'?: "method";
  '_processor'?: "processor";
  '_start_date'?: "start_date";
  '_end_date'?: "end_date";
  '_min_amount'?: "min_amount";
  '_max_amount'?: "max_amount";
  '_included_in_payout'?: "included_in_payout";
  '_is_matched'?: "is_matched";
  '_external_id'?: "external_id";
  '_tag_key'?: "tag_key";
}

/**
 * Dates are of `paid_at`; amounts of `amount`.
 */
export interface ListInvoicePaymentsRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'customer_id'?: (string);
  'customer_external_id'?: (string);
  'invoice_id'?: (string);
  'method'?: (string);
  'processor'?: (string);
  'start_date'?: (string);
  'end_date'?: (string);
  'min_amount'?: (number);
  'max_amount'?: (number);
  'included_in_payout'?: (boolean);
  'is_matched'?: (boolean);
  'external_id'?: (string);
  'reference_numbers': (string)[];
  'tag_key'?: (string);
  'tag_values': (string)[];
}
