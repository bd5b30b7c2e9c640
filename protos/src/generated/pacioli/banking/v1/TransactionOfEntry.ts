// Original file: pacioli/banking/v1/bank_transactions.proto

import type { BankTransaction as _pacioli_banking_v1_BankTransaction, BankTransaction__Output as _pacioli_banking_v1_BankTransaction__Output } from '../../../pacioli/banking/v1/BankTransaction.ts';

/**
 * A transaction by the source or the entry asked for. A transfer has two: each stands for its own bank account's line.
 */
export interface TransactionOfEntry {
  'source_id'?: (string);
  'entry_id'?: (string);
  'ledger_account_id'?: (string);
  'transaction'?: (_pacioli_banking_v1_BankTransaction | null);
  '_source_id'?: "source_id";
  '_entry_id'?: "entry_id";
}

/**
 * A transaction by the source or the entry asked for. A transfer has two: each stands for its own bank account's line.
 */
export interface TransactionOfEntry__Output {
  'source_id'?: (string);
  'entry_id'?: (string);
  'ledger_account_id': (string);
  'transaction': (_pacioli_banking_v1_BankTransaction__Output | null);
}
