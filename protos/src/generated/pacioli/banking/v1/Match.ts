// Original file: pacioli/banking/v1/bank_transactions.proto

import type { MatchedTransaction as _pacioli_banking_v1_MatchedTransaction, MatchedTransaction__Output as _pacioli_banking_v1_MatchedTransaction__Output } from '../../../pacioli/banking/v1/MatchedTransaction.ts';
import type { MatchDetails as _pacioli_banking_v1_MatchDetails, MatchDetails__Output as _pacioli_banking_v1_MatchDetails__Output } from '../../../pacioli/banking/v1/MatchDetails.ts';

export interface Match {
  'id'?: (string);
  'match_type'?: (string);
  'bank_transaction'?: (_pacioli_banking_v1_MatchedTransaction | null);
  'details'?: (_pacioli_banking_v1_MatchDetails | null);
}

export interface Match__Output {
  'id': (string);
  'match_type': (string);
  'bank_transaction': (_pacioli_banking_v1_MatchedTransaction__Output | null);
  'details': (_pacioli_banking_v1_MatchDetails__Output | null);
}
