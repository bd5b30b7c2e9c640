// Original file: pacioli/billing/v1/invoice_payments.proto

import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * The invoice by `invoice_id` or by `invoice_external_id`.
 */
export interface InvoicePaymentAllocationInput {
  'invoice_id'?: (string);
  'invoice_external_id'?: (string);
  'amount'?: (number | string | Long);
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_invoice_id'?: "invoice_id";
  '_invoice_external_id'?: "invoice_external_id";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * The invoice by `invoice_id` or by `invoice_external_id`.
 */
export interface InvoicePaymentAllocationInput__Output {
  'invoice_id'?: (string);
  'invoice_external_id'?: (string);
  'amount': (number);
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
