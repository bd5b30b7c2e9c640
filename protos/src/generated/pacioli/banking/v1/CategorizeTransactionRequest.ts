// Original file: pacioli/banking/v1/bank_transactions.proto

import type { CategoryIdentifier as _pacioli_common_v1_CategoryIdentifier, CategoryIdentifier__Output as _pacioli_common_v1_CategoryIdentifier__Output } from '../../../pacioli/common/v1/CategoryIdentifier.ts';
import type { SplitEntryInput as _pacioli_banking_v1_SplitEntryInput, SplitEntryInput__Output as _pacioli_banking_v1_SplitEntryInput__Output } from '../../../pacioli/banking/v1/SplitEntryInput.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';

/**
 * `type` is Category, with `category`, or Split, with `entries`. Tags, where given, replace those of the transaction.
 */
export interface CategorizeTransactionRequest {
  'transaction_id'?: (string);
  'type'?: (string);
  'category'?: (_pacioli_common_v1_CategoryIdentifier | null);
  'entries'?: (_pacioli_banking_v1_SplitEntryInput)[];
  'tax_code'?: (string);
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'replaces_tags'?: (boolean);
  'memo'?: (string);
  '_category'?: "category";
  '_tax_code'?: "tax_code";
  '_replaces_tags'?: "replaces_tags";
  '_memo'?: "memo";
}

/**
 * `type` is Category, with `category`, or Split, with `entries`. Tags, where given, replace those of the transaction.
 */
export interface CategorizeTransactionRequest__Output {
  'transaction_id': (string);
  'type': (string);
  'category'?: (_pacioli_common_v1_CategoryIdentifier__Output | null);
  'entries': (_pacioli_banking_v1_SplitEntryInput__Output)[];
  'tax_code'?: (string);
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'replaces_tags'?: (boolean);
  'memo'?: (string);
}
