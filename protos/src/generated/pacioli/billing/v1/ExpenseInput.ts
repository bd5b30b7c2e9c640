// Original file: pacioli/billing/v1/bills.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { BillLineItemInput as _pacioli_billing_v1_BillLineItemInput, BillLineItemInput__Output as _pacioli_billing_v1_BillLineItemInput__Output } from '../../../pacioli/billing/v1/BillLineItemInput.ts';
import type { SalesTaxInput as _pacioli_billing_v1_SalesTaxInput, SalesTaxInput__Output as _pacioli_billing_v1_SalesTaxInput__Output } from '../../../pacioli/billing/v1/SalesTaxInput.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * An expense may have no vendor. `paid_at` is now where absent.
 */
export interface ExpenseInput {
  'external_id'?: (string);
  'vendor_id'?: (string);
  'vendor_external_id'?: (string);
  'paid_at'?: (string);
  'method'?: (string);
  'processor'?: (string);
  'payment_clearing_account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
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
  '_paid_at'?: "paid_at";
  '_processor'?: "processor";
  '_payment_clearing_account_identifier'?: "payment_clearing_account_identifier";
  '_additional_discount'?: "additional_discount";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * An expense may have no vendor. `paid_at` is now where absent.
 */
export interface ExpenseInput__Output {
  'external_id'?: (string);
  'vendor_id'?: (string);
  'vendor_external_id'?: (string);
  'paid_at'?: (string);
  'method': (string);
  'processor'?: (string);
  'payment_clearing_account_identifier'?: (_pacioli_common_v1_AccountIdentifier__Output | null);
  'line_items': (_pacioli_billing_v1_BillLineItemInput__Output)[];
  'additional_sales_taxes': (_pacioli_billing_v1_SalesTaxInput__Output)[];
  'additional_discount'?: (number);
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
