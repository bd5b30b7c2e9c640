// Original file: pacioli/banking/v1/bank_transactions.proto

import type { BankTransaction as _pacioli_banking_v1_BankTransaction, BankTransaction__Output as _pacioli_banking_v1_BankTransaction__Output } from '../../../pacioli/banking/v1/BankTransaction.ts';

export interface BankTransactionAnswer {
  'data'?: (_pacioli_banking_v1_BankTransaction | null);
  'posting'?: (string);
  '_posting'?: "posting";
}

export interface BankTransactionAnswer__Output {
  'data': (_pacioli_banking_v1_BankTransaction__Output | null);
  'posting'?: (string);
}
