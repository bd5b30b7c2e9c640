// Original file: pacioli/banking/v1/imports.proto

import type { TransactionInput as _pacioli_banking_v1_TransactionInput, TransactionInput__Output as _pacioli_banking_v1_TransactionInput__Output } from '../../../pacioli/banking/v1/TransactionInput.ts';

export interface ImportTransactionsRequest {
  'external_account_id'?: (string);
  'transactions'?: (_pacioli_banking_v1_TransactionInput)[];
}

export interface ImportTransactionsRequest__Output {
  'external_account_id': (string);
  'transactions': (_pacioli_banking_v1_TransactionInput__Output)[];
}
