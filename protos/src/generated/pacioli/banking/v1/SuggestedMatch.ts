// Original file: pacioli/banking/v1/bank_transactions.proto

import type { MatchDetails as _pacioli_banking_v1_MatchDetails, MatchDetails__Output as _pacioli_banking_v1_MatchDetails__Output } from '../../../pacioli/banking/v1/MatchDetails.ts';

/**
 * `id` is what Confirm_Match takes. Best first.
 */
export interface SuggestedMatch {
  'id'?: (string);
  'matchType'?: (string);
  'details'?: (_pacioli_banking_v1_MatchDetails | null);
}

/**
 * `id` is what Confirm_Match takes. Best first.
 */
export interface SuggestedMatch__Output {
  'id': (string);
  'matchType': (string);
  'details': (_pacioli_banking_v1_MatchDetails__Output | null);
}
