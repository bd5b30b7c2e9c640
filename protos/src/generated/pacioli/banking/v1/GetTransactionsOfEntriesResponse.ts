// Original file: pacioli/banking/v1/bank_transactions.proto

import type { TransactionOfEntry as _pacioli_banking_v1_TransactionOfEntry, TransactionOfEntry__Output as _pacioli_banking_v1_TransactionOfEntry__Output } from '../../../pacioli/banking/v1/TransactionOfEntry.ts';

/**
 * `left_out` names the sources and entries whose transactions this answer had no room for: ask for fewer.
 */
export interface GetTransactionsOfEntriesResponse {
  'data'?: (_pacioli_banking_v1_TransactionOfEntry)[];
  'left_out'?: (string)[];
}

/**
 * `left_out` names the sources and entries whose transactions this answer had no room for: ask for fewer.
 */
export interface GetTransactionsOfEntriesResponse__Output {
  'data': (_pacioli_banking_v1_TransactionOfEntry__Output)[];
  'left_out': (string)[];
}
