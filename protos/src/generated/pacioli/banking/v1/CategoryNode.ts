// Original file: pacioli/banking/v1/bank_transactions.proto

import type { NamedValue as _pacioli_common_v1_NamedValue, NamedValue__Output as _pacioli_common_v1_NamedValue__Output } from '../../../pacioli/common/v1/NamedValue.ts';
import type { CategoryNode as _pacioli_banking_v1_CategoryNode, CategoryNode__Output as _pacioli_banking_v1_CategoryNode__Output } from '../../../pacioli/banking/v1/CategoryNode.ts';

export interface CategoryNode {
  'id'?: (string);
  'category'?: (string);
  'display_name'?: (string);
  'stable_name'?: (string);
  'account_type'?: (_pacioli_common_v1_NamedValue | null);
  'account_subtype'?: (_pacioli_common_v1_NamedValue | null);
  'sub_categories'?: (_pacioli_banking_v1_CategoryNode)[];
  '_id'?: "id";
  '_stable_name'?: "stable_name";
  '_account_type'?: "account_type";
  '_account_subtype'?: "account_subtype";
}

export interface CategoryNode__Output {
  'id'?: (string);
  'category': (string);
  'display_name': (string);
  'stable_name'?: (string);
  'account_type'?: (_pacioli_common_v1_NamedValue__Output | null);
  'account_subtype'?: (_pacioli_common_v1_NamedValue__Output | null);
  'sub_categories': (_pacioli_banking_v1_CategoryNode__Output)[];
}
