// Original file: pacioli/banking/v1/bank_transactions.proto

import type { TransactionOfEntry as _pacioli_banking_v1_TransactionOfEntry, TransactionOfEntry__Output as _pacioli_banking_v1_TransactionOfEntry__Output } from '../../../pacioli/banking/v1/TransactionOfEntry.ts';

export interface GetTransactionsOfEntriesResponse {
  'data'?: (_pacioli_banking_v1_TransactionOfEntry)[];
}

export interface GetTransactionsOfEntriesResponse__Output {
  'data': (_pacioli_banking_v1_TransactionOfEntry__Output)[];
}
