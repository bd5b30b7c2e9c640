// Original file: pacioli/ledger/v1/journal.proto

import type { AccountLine as _pacioli_ledger_v1_AccountLine, AccountLine__Output as _pacioli_ledger_v1_AccountLine__Output } from '../../../pacioli/ledger/v1/AccountLine.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListAccountLinesResponse {
  'data'?: (_pacioli_ledger_v1_AccountLine)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListAccountLinesResponse__Output {
  'data': (_pacioli_ledger_v1_AccountLine__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
