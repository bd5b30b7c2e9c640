// Original file: pacioli/billing/v1/refunds.proto

import type { RefundLineItemInput as _pacioli_billing_v1_RefundLineItemInput, RefundLineItemInput__Output as _pacioli_billing_v1_RefundLineItemInput__Output } from '../../../pacioli/billing/v1/RefundLineItemInput.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `id` is of one that the refund has. Worth its line items where `total_amount` is absent; without any, all that is still
 * refundable of what it hangs on.
 */
export interface RefundAllocationInput {
  'id'?: (string);
  'external_id'?: (string);
  'total_amount'?: (number | string | Long);
  'line_items'?: (_pacioli_billing_v1_RefundLineItemInput)[];
  'invoice_id'?: (string);
  'invoice_external_id'?: (string);
  'invoice_line_item_id'?: (string);
  'invoice_line_item_external_id'?: (string);
  'invoice_payment_id'?: (string);
  'invoice_payment_external_id'?: (string);
  'customer_id'?: (string);
  'customer_external_id'?: (string);
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_id'?: "id";
  '_external_id'?: "external_id";
  '_total_amount'?: "total_amount";
  '_invoice_id'?: "invoice_id";
  '_invoice_external_id'?: "invoice_external_id";
  '_invoice_line_item_id'?: "invoice_line_item_id";
  '_invoice_line_item_external_id'?: "invoice_line_item_external_id";
  '_invoice_payment_id'?: "invoice_payment_id";
  '_invoice_payment_external_id'?: "invoice_payment_external_id";
  '_customer_id'?: "customer_id";
  '_customer_external_id'?: "customer_external_id";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * `id` is of one that the refund has. Worth its line items where `total_amount` is absent; without any, all that is still
 * refundable of what it hangs on.
 */
export interface RefundAllocationInput__Output {
  'id'?: (string);
  'external_id'?: (string);
  'total_amount'?: (number);
  'line_items': (_pacioli_billing_v1_RefundLineItemInput__Output)[];
  'invoice_id'?: (string);
  'invoice_external_id'?: (string);
  'invoice_line_item_id'?: (string);
  'invoice_line_item_external_id'?: (string);
  'invoice_payment_id'?: (string);
  'invoice_payment_external_id'?: (string);
  'customer_id'?: (string);
  'customer_external_id'?: (string);
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
