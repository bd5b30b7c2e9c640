// Original file: pacioli/banking/v1/bank_transactions.proto

import type { BankTransaction as _pacioli_banking_v1_BankTransaction, BankTransaction__Output as _pacioli_banking_v1_BankTransaction__Output } from '../../../pacioli/banking/v1/BankTransaction.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListBankTransactionsResponse {
  'data'?: (_pacioli_banking_v1_BankTransaction)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListBankTransactionsResponse__Output {
  'data': (_pacioli_banking_v1_BankTransaction__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
