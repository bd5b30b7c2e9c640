// Original file: pacioli/billing/v1/invoices.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { SalesTaxInput as _pacioli_billing_v1_SalesTaxInput, SalesTaxInput__Output as _pacioli_billing_v1_SalesTaxInput__Output } from '../../../pacioli/billing/v1/SalesTaxInput.ts';
import type { DedicatedRefundInput as _pacioli_billing_v1_DedicatedRefundInput, DedicatedRefundInput__Output as _pacioli_billing_v1_DedicatedRefundInput__Output } from '../../../pacioli/billing/v1/DedicatedRefundInput.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `quantity` is a decimal number with at most eight decimals; 1 where it is absent.
 */
export interface InvoiceLineItemInput {
  'external_id'?: (string);
  'account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
  'prepayment_account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
  'description'?: (string);
  'product'?: (string);
  'unit_price'?: (number | string | Long);
  'quantity'?: (string);
  'discount_amount'?: (number | string | Long);
  'sales_taxes'?: (_pacioli_billing_v1_SalesTaxInput)[];
  'dedicated_refunds'?: (_pacioli_billing_v1_DedicatedRefundInput)[];
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'time_entry_id'?: (string);
  '_external_id'?: "external_id";
  '_prepayment_account_identifier'?: "prepayment_account_identifier";
  '_description'?: "description";
  '_product'?: "product";
  '_quantity'?: "quantity";
  '_discount_amount'?: "discount_amount";
  '_time_entry_id'?: "time_entry_id";
}

/**
 * `quantity` is a decimal number with at most eight decimals; 1 where it is absent.
 */
export interface InvoiceLineItemInput__Output {
  'external_id'?: (string);
  'account_identifier': (_pacioli_common_v1_AccountIdentifier__Output | null);
  'prepayment_account_identifier'?: (_pacioli_common_v1_AccountIdentifier__Output | null);
  'description'?: (string);
  'product'?: (string);
  'unit_price': (number);
  'quantity'?: (string);
  'discount_amount'?: (number);
  'sales_taxes': (_pacioli_billing_v1_SalesTaxInput__Output)[];
  'dedicated_refunds': (_pacioli_billing_v1_DedicatedRefundInput__Output)[];
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'time_entry_id'?: (string);
}
