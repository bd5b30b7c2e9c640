// Original file: pacioli/ledger/v1/businesses.proto

import type { Business as _pacioli_ledger_v1_Business, Business__Output as _pacioli_ledger_v1_Business__Output } from '../../../pacioli/ledger/v1/Business.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListBusinessesResponse {
  'data'?: (_pacioli_ledger_v1_Business)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListBusinessesResponse__Output {
  'data': (_pacioli_ledger_v1_Business__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
