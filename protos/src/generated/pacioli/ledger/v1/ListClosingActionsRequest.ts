// Original file: pacioli/ledger/v1/closing.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';

export interface ListClosingActionsRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'start_date'?: (string);
  'end_date'?: (string);
  'include_reversed'?: (boolean);
  'reference_numbers'?: (string)[];
  '_start_date'?: "start_date";
  '_end_date'?: "end_date";
  '_include_reversed'?: "include_reversed";
}

export interface ListClosingActionsRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'start_date'?: (string);
  'end_date'?: (string);
  'include_reversed'?: (boolean);
  'reference_numbers': (string)[];
}
