// Original file: pacioli/banking/v1/bank_transactions.proto

import type { TaxOptions as _pacioli_banking_v1_TaxOptions, TaxOptions__Output as _pacioli_banking_v1_TaxOptions__Output } from '../../../pacioli/banking/v1/TaxOptions.ts';

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed.
 */
export interface UpdateTransactionMetadataRequest {
  'transaction_id'?: (string);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'counterparty_name'?: (string);
  'merchant_name'?: (string);
  'tax_code'?: (string);
  'tax_options'?: (_pacioli_banking_v1_TaxOptions | null);
  'projected_income_category'?: (string);
  'document_ids'?: (string)[];
  'replaces_document_ids'?: (boolean);
  'cleared'?: (string)[];
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
  '_counterparty_name'?: "counterparty_name";
  '_merchant_name'?: "merchant_name";
  '_tax_code'?: "tax_code";
  '_tax_options'?: "tax_options";
  '_projected_income_category'?: "projected_income_category";
  '_replaces_document_ids'?: "replaces_document_ids";
}

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed.
 */
export interface UpdateTransactionMetadataRequest__Output {
  'transaction_id': (string);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'counterparty_name'?: (string);
  'merchant_name'?: (string);
  'tax_code'?: (string);
  'tax_options'?: (_pacioli_banking_v1_TaxOptions__Output | null);
  'projected_income_category'?: (string);
  'document_ids': (string)[];
  'replaces_document_ids'?: (boolean);
  'cleared': (string)[];
}
