// Original file: pacioli/banking/v1/imports.proto

import type { CategoryIdentifier as _pacioli_common_v1_CategoryIdentifier, CategoryIdentifier__Output as _pacioli_common_v1_CategoryIdentifier__Output } from '../../../pacioli/common/v1/CategoryIdentifier.ts';
import type { TaxOptions as _pacioli_banking_v1_TaxOptions, TaxOptions__Output as _pacioli_banking_v1_TaxOptions__Output } from '../../../pacioli/banking/v1/TaxOptions.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * Money in is CREDIT, money out DEBIT.
 */
export interface TransactionInput {
  'external_id'?: (string);
  'amount'?: (number | string | Long);
  'direction'?: (string);
  'date'?: (string);
  'description'?: (string);
  'merchant_name'?: (string);
  'counterparty_name'?: (string);
  'category'?: (_pacioli_common_v1_CategoryIdentifier | null);
  'pending'?: (boolean);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'tax_code'?: (string);
  'tax_options'?: (_pacioli_banking_v1_TaxOptions | null);
  'projected_income_category'?: (string);
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  '_merchant_name'?: "merchant_name";
  '_counterparty_name'?: "counterparty_name";
  '_category'?: "category";
  '_pending'?: "pending";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
  '_tax_code'?: "tax_code";
  '_tax_options'?: "tax_options";
  '_projected_income_category'?: "projected_income_category";
}

/**
 * Money in is CREDIT, money out DEBIT.
 */
export interface TransactionInput__Output {
  'external_id': (string);
  'amount': (number);
  'direction': (string);
  'date': (string);
  'description': (string);
  'merchant_name'?: (string);
  'counterparty_name'?: (string);
  'category'?: (_pacioli_common_v1_CategoryIdentifier__Output | null);
  'pending'?: (boolean);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'tax_code'?: (string);
  'tax_options'?: (_pacioli_banking_v1_TaxOptions__Output | null);
  'projected_income_category'?: (string);
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
}
