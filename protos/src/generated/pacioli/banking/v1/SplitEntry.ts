// Original file: pacioli/banking/v1/bank_transactions.proto

import type { Category as _pacioli_banking_v1_Category, Category__Output as _pacioli_banking_v1_Category__Output } from '../../../pacioli/banking/v1/Category.ts';
import type { AppliedTag as _pacioli_common_v1_AppliedTag, AppliedTag__Output as _pacioli_common_v1_AppliedTag__Output } from '../../../pacioli/common/v1/AppliedTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * One part of a split.
 */
export interface SplitEntry {
  'id'?: (string);
  'category'?: (_pacioli_banking_v1_Category | null);
  'amount'?: (number | string | Long);
  'memo'?: (string);
  'tags'?: (_pacioli_common_v1_AppliedTag)[];
  '_memo'?: "memo";
}

/**
 * One part of a split.
 */
export interface SplitEntry__Output {
  'id': (string);
  'category': (_pacioli_banking_v1_Category__Output | null);
  'amount': (number);
  'memo'?: (string);
  'tags': (_pacioli_common_v1_AppliedTag__Output)[];
}
