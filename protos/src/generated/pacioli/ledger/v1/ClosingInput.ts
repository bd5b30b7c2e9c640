// Original file: pacioli/ledger/v1/closing.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { TaggingStrategy as _pacioli_ledger_v1_TaggingStrategy, TaggingStrategy__Output as _pacioli_ledger_v1_TaggingStrategy__Output } from '../../../pacioli/ledger/v1/TaggingStrategy.ts';

/**
 * Exactly one of `year` and `effective_date`.
 */
export interface ClosingInput {
  'year'?: (number);
  'effective_date'?: (string);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'ledger_activity_start_timestamp'?: (string);
  'retained_earnings_target_account'?: (_pacioli_common_v1_AccountIdentifier | null);
  'override_default_tagging_strategy'?: (_pacioli_ledger_v1_TaggingStrategy | null);
  '_year'?: "year";
  '_effective_date'?: "effective_date";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
  '_ledger_activity_start_timestamp'?: "ledger_activity_start_timestamp";
  '_retained_earnings_target_account'?: "retained_earnings_target_account";
  '_override_default_tagging_strategy'?: "override_default_tagging_strategy";
}

/**
 * Exactly one of `year` and `effective_date`.
 */
export interface ClosingInput__Output {
  'year'?: (number);
  'effective_date'?: (string);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'ledger_activity_start_timestamp'?: (string);
  'retained_earnings_target_account'?: (_pacioli_common_v1_AccountIdentifier__Output | null);
  'override_default_tagging_strategy'?: (_pacioli_ledger_v1_TaggingStrategy__Output | null);
}
