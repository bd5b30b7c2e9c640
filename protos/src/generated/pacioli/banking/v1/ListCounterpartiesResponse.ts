// Original file: pacioli/banking/v1/bank_transactions.proto

import type { Counterparty as _pacioli_banking_v1_Counterparty, Counterparty__Output as _pacioli_banking_v1_Counterparty__Output } from '../../../pacioli/banking/v1/Counterparty.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListCounterpartiesResponse {
  'data'?: (_pacioli_banking_v1_Counterparty)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListCounterpartiesResponse__Output {
  'data': (_pacioli_banking_v1_Counterparty__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
