// Original file: pacioli/billing/v1/invoices.proto

import type { InvoiceLineItemInput as _pacioli_billing_v1_InvoiceLineItemInput, InvoiceLineItemInput__Output as _pacioli_billing_v1_InvoiceLineItemInput__Output } from '../../../pacioli/billing/v1/InvoiceLineItemInput.ts';
import type { SalesTaxInput as _pacioli_billing_v1_SalesTaxInput, SalesTaxInput__Output as _pacioli_billing_v1_SalesTaxInput__Output } from '../../../pacioli/billing/v1/SalesTaxInput.ts';
import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { DedicatedPaymentInput as _pacioli_billing_v1_DedicatedPaymentInput, DedicatedPaymentInput__Output as _pacioli_billing_v1_DedicatedPaymentInput__Output } from '../../../pacioli/billing/v1/DedicatedPaymentInput.ts';
import type { DedicatedRefundInput as _pacioli_billing_v1_DedicatedRefundInput, DedicatedRefundInput__Output as _pacioli_billing_v1_DedicatedRefundInput__Output } from '../../../pacioli/billing/v1/DedicatedRefundInput.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * The customer by `customer_id` or by `customer_external_id`; one that nobody knows by that external_id is made.
 * `sent_at` is now where absent. One with `voided_at` posts nothing.
 */
export interface InvoiceInput {
  'external_id'?: (string);
  'sent_at'?: (string);
  'due_at'?: (string);
  'voided_at'?: (string);
  'customer_id'?: (string);
  'customer_external_id'?: (string);
  'line_items'?: (_pacioli_billing_v1_InvoiceLineItemInput)[];
  'additional_sales_taxes'?: (_pacioli_billing_v1_SalesTaxInput)[];
  'additional_discount'?: (number | string | Long);
  'tips'?: (number | string | Long);
  'tips_account'?: (_pacioli_common_v1_AccountIdentifier | null);
  'payments'?: (_pacioli_billing_v1_DedicatedPaymentInput)[];
  'dedicated_refunds'?: (_pacioli_billing_v1_DedicatedRefundInput)[];
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_external_id'?: "external_id";
  '_sent_at'?: "sent_at";
  '_due_at'?: "due_at";
  '_voided_at'?: "voided_at";
  '_customer_id'?: "customer_id";
  '_customer_external_id'?: "customer_external_id";
  '_additional_discount'?: "additional_discount";
  '_tips'?: "tips";
  '_tips_account'?: "tips_account";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * The customer by `customer_id` or by `customer_external_id`; one that nobody knows by that external_id is made.
 * `sent_at` is now where absent. One with `voided_at` posts nothing.
 */
export interface InvoiceInput__Output {
  'external_id'?: (string);
  'sent_at'?: (string);
  'due_at'?: (string);
  'voided_at'?: (string);
  'customer_id'?: (string);
  'customer_external_id'?: (string);
  'line_items': (_pacioli_billing_v1_InvoiceLineItemInput__Output)[];
  'additional_sales_taxes': (_pacioli_billing_v1_SalesTaxInput__Output)[];
  'additional_discount'?: (number);
  'tips'?: (number);
  'tips_account'?: (_pacioli_common_v1_AccountIdentifier__Output | null);
  'payments': (_pacioli_billing_v1_DedicatedPaymentInput__Output)[];
  'dedicated_refunds': (_pacioli_billing_v1_DedicatedRefundInput__Output)[];
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
