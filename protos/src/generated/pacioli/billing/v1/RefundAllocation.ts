// Original file: pacioli/billing/v1/refunds.proto

import type { RefundLineItem as _pacioli_billing_v1_RefundLineItem, RefundLineItem__Output as _pacioli_billing_v1_RefundLineItem__Output } from '../../../pacioli/billing/v1/RefundLineItem.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * What of a refund hangs on what: an invoice, a line item of it, a payment, or the customer alone. As an invoice shows it,
 * `amount` is what of it is on that invoice; else it is `total_amount`.
 */
export interface RefundAllocation {
  'id'?: (string);
  'external_id'?: (string);
  'refund_id'?: (string);
  'total_amount'?: (number | string | Long);
  'amount'?: (number | string | Long);
  'line_items'?: (_pacioli_billing_v1_RefundLineItem)[];
  'invoice_id'?: (string);
  'invoice_line_item_id'?: (string);
  'invoice_payment_id'?: (string);
  'customer_id'?: (string);
  'transaction_tags'?: (_pacioli_billing_v1_DocumentTag)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_external_id'?: "external_id";
  '_invoice_id'?: "invoice_id";
  '_invoice_line_item_id'?: "invoice_line_item_id";
  '_invoice_payment_id'?: "invoice_payment_id";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * What of a refund hangs on what: an invoice, a line item of it, a payment, or the customer alone. As an invoice shows it,
 * `amount` is what of it is on that invoice; else it is `total_amount`.
 */
export interface RefundAllocation__Output {
  'id': (string);
  'external_id'?: (string);
  'refund_id': (string);
  'total_amount': (number);
  'amount': (number);
  'line_items': (_pacioli_billing_v1_RefundLineItem__Output)[];
  'invoice_id'?: (string);
  'invoice_line_item_id'?: (string);
  'invoice_payment_id'?: (string);
  'customer_id': (string);
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
