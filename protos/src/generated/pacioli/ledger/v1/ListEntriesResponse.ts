// Original file: pacioli/ledger/v1/journal.proto

import type { LedgerEntry as _pacioli_ledger_v1_LedgerEntry, LedgerEntry__Output as _pacioli_ledger_v1_LedgerEntry__Output } from '../../../pacioli/ledger/v1/LedgerEntry.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListEntriesResponse {
  'data'?: (_pacioli_ledger_v1_LedgerEntry)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListEntriesResponse__Output {
  'data': (_pacioli_ledger_v1_LedgerEntry__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
