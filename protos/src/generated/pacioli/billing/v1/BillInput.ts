// Original file: pacioli/billing/v1/bills.proto

import type { BillLineItemInput as _pacioli_billing_v1_BillLineItemInput, BillLineItemInput__Output as _pacioli_billing_v1_BillLineItemInput__Output } from '../../../pacioli/billing/v1/BillLineItemInput.ts';
import type { SalesTaxInput as _pacioli_billing_v1_SalesTaxInput, SalesTaxInput__Output as _pacioli_billing_v1_SalesTaxInput__Output } from '../../../pacioli/billing/v1/SalesTaxInput.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * The vendor by `vendor_id` or by `vendor_external_id`. `due_at` goes before `terms`; `received_at` is now where absent.
 */
export interface BillInput {
  'external_id'?: (string);
  'vendor_id'?: (string);
  'vendor_external_id'?: (string);
  'received_at'?: (string);
  'terms'?: (string);
  'due_at'?: (string);
  'line_items'?: (_pacioli_billing_v1_BillLineItemInput)[];
  'additional_sales_taxes'?: (_pacioli_billing_v1_SalesTaxInput)[];
  'additional_discount'?: (number | string | Long);
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_external_id'?: "external_id";
  '_vendor_id'?: "vendor_id";
  '_vendor_external_id'?: "vendor_external_id";
  '_received_at'?: "received_at";
  '_terms'?: "terms";
  '_due_at'?: "due_at";
  '_additional_discount'?: "additional_discount";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * The vendor by `vendor_id` or by `vendor_external_id`. `due_at` goes before `terms`; `received_at` is now where absent.
 */
export interface BillInput__Output {
  'external_id'?: (string);
  'vendor_id'?: (string);
  'vendor_external_id'?: (string);
  'received_at'?: (string);
  'terms'?: (string);
  'due_at'?: (string);
  'line_items': (_pacioli_billing_v1_BillLineItemInput__Output)[];
  'additional_sales_taxes': (_pacioli_billing_v1_SalesTaxInput__Output)[];
  'additional_discount'?: (number);
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
