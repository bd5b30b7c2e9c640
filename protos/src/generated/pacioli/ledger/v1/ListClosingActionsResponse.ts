// Original file: pacioli/ledger/v1/closing.proto

import type { ClosingAction as _pacioli_ledger_v1_ClosingAction, ClosingAction__Output as _pacioli_ledger_v1_ClosingAction__Output } from '../../../pacioli/ledger/v1/ClosingAction.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListClosingActionsResponse {
  'data'?: (_pacioli_ledger_v1_ClosingAction)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListClosingActionsResponse__Output {
  'data': (_pacioli_ledger_v1_ClosingAction__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
