// Original file: pacioli/banking/v1/bank_transactions.proto

import type { CategorizeTransactionRequest as _pacioli_banking_v1_CategorizeTransactionRequest, CategorizeTransactionRequest__Output as _pacioli_banking_v1_CategorizeTransactionRequest__Output } from '../../../pacioli/banking/v1/CategorizeTransactionRequest.ts';

export interface BulkCategorizeRequest {
  'data'?: (_pacioli_banking_v1_CategorizeTransactionRequest)[];
}

export interface BulkCategorizeRequest__Output {
  'data': (_pacioli_banking_v1_CategorizeTransactionRequest__Output)[];
}
