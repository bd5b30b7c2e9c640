// Original file: pacioli/banking/v1/bank_transactions.proto

import type { CategoryNode as _pacioli_banking_v1_CategoryNode, CategoryNode__Output as _pacioli_banking_v1_CategoryNode__Output } from '../../../pacioli/banking/v1/CategoryNode.ts';

export interface ListCategoriesResponse {
  'categories'?: (_pacioli_banking_v1_CategoryNode)[];
}

export interface ListCategoriesResponse__Output {
  'categories': (_pacioli_banking_v1_CategoryNode__Output)[];
}
