// Original file: pacioli/banking/v1/bank_transactions.proto

import type { BankTransaction as _pacioli_banking_v1_BankTransaction, BankTransaction__Output as _pacioli_banking_v1_BankTransaction__Output } from '../../../pacioli/banking/v1/BankTransaction.ts';

export interface BulkCategorizeResponse {
  'data'?: (_pacioli_banking_v1_BankTransaction)[];
  'posting'?: (string);
  '_posting'?: "posting";
}

export interface BulkCategorizeResponse__Output {
  'data': (_pacioli_banking_v1_BankTransaction__Output)[];
  'posting'?: (string);
}
