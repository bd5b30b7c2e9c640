// Original file: pacioli/billing/v1/bills.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { SalesTaxInput as _pacioli_billing_v1_SalesTaxInput, SalesTaxInput__Output as _pacioli_billing_v1_SalesTaxInput__Output } from '../../../pacioli/billing/v1/SalesTaxInput.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `quantity` is a decimal number with at most eight decimals; 1 where it is absent. `id` is of a line item that the bill
 * has, where an update keeps it.
 */
export interface BillLineItemInput {
  'external_id'?: (string);
  'account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
  'prepayment_account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
  'description'?: (string);
  'product_name'?: (string);
  'unit_price'?: (number | string | Long);
  'quantity'?: (string);
  'discount_amount'?: (number | string | Long);
  'sales_taxes'?: (_pacioli_billing_v1_SalesTaxInput)[];
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'id'?: (string);
  '_external_id'?: "external_id";
  '_prepayment_account_identifier'?: "prepayment_account_identifier";
  '_description'?: "description";
  '_product_name'?: "product_name";
  '_quantity'?: "quantity";
  '_discount_amount'?: "discount_amount";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
  '_id'?: "id";
}

/**
 * `quantity` is a decimal number with at most eight decimals; 1 where it is absent. `id` is of a line item that the bill
 * has, where an update keeps it.
 */
export interface BillLineItemInput__Output {
  'external_id'?: (string);
  'account_identifier': (_pacioli_common_v1_AccountIdentifier__Output | null);
  'prepayment_account_identifier'?: (_pacioli_common_v1_AccountIdentifier__Output | null);
  'description'?: (string);
  'product_name'?: (string);
  'unit_price': (number);
  'quantity'?: (string);
  'discount_amount'?: (number);
  'sales_taxes': (_pacioli_billing_v1_SalesTaxInput__Output)[];
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'id'?: (string);
}
