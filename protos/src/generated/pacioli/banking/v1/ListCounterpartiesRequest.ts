// Original file: pacioli/banking/v1/bank_transactions.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';

export interface ListCounterpartiesRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'name'?: (string);
  '_name'?: "name";
}

export interface ListCounterpartiesRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'name'?: (string);
}
