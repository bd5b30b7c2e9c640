// Original file: pacioli/billing/v1/bills.proto

import type { BillLineItemInputs as _pacioli_billing_v1_BillLineItemInputs, BillLineItemInputs__Output as _pacioli_billing_v1_BillLineItemInputs__Output } from '../../../pacioli/billing/v1/BillLineItemInputs.ts';
import type { SalesTaxInputs as _pacioli_billing_v1_SalesTaxInputs, SalesTaxInputs__Output as _pacioli_billing_v1_SalesTaxInputs__Output } from '../../../pacioli/billing/v1/SalesTaxInputs.ts';
import type { TagInputs as _pacioli_billing_v1_TagInputs, TagInputs__Output as _pacioli_billing_v1_TagInputs__Output } from '../../../pacioli/billing/v1/TagInputs.ts';
import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed. `paid_at`, `method`, `processor` and the
 * clearing account are those of an expense; `received_at`, `terms` and `due_at` those of a bill.
 */
export interface UpdateBillRequest {
  'bill_id'?: (string);
  'external_id'?: (string);
  'vendor_id'?: (string);
  'vendor_external_id'?: (string);
  'received_at'?: (string);
  'terms'?: (string);
  'due_at'?: (string);
  'line_items'?: (_pacioli_billing_v1_BillLineItemInputs | null);
  'additional_sales_taxes'?: (_pacioli_billing_v1_SalesTaxInputs | null);
  'additional_discount'?: (number | string | Long);
  'tags'?: (_pacioli_billing_v1_TagInputs | null);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'paid_at'?: (string);
  'method'?: (string);
  'processor'?: (string);
  'payment_clearing_account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
  'cleared'?: (string)[];
  '_external_id'?: "external_id";
  '_vendor_id'?: "vendor_id";
  '_vendor_external_id'?: "vendor_external_id";
  '_received_at'?: "received_at";
  '_terms'?: "terms";
  '_due_at'?: "due_at";
  '_line_items'?: "line_items";
  '_additional_sales_taxes'?: "additional_sales_taxes";
  '_additional_discount'?: "additional_discount";
  '_tags'?: "tags";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
  '_paid_at'?: "paid_at";
  '_method'?: "method";
  '_processor'?: "processor";
  '_payment_clearing_account_identifier'?: "payment_clearing_account_identifier";
}

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed. `paid_at`, `method`, `processor` and the
 * clearing account are those of an expense; `received_at`, `terms` and `due_at` those of a bill.
 */
export interface UpdateBillRequest__Output {
  'bill_id': (string);
  'external_id'?: (string);
  'vendor_id'?: (string);
  'vendor_external_id'?: (string);
  'received_at'?: (string);
  'terms'?: (string);
  'due_at'?: (string);
  'line_items'?: (_pacioli_billing_v1_BillLineItemInputs__Output | null);
  'additional_sales_taxes'?: (_pacioli_billing_v1_SalesTaxInputs__Output | null);
  'additional_discount'?: (number);
  'tags'?: (_pacioli_billing_v1_TagInputs__Output | null);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'paid_at'?: (string);
  'method'?: (string);
  'processor'?: (string);
  'payment_clearing_account_identifier'?: (_pacioli_common_v1_AccountIdentifier__Output | null);
  'cleared': (string)[];
}
