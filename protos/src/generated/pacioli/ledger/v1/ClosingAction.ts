// Original file: pacioli/ledger/v1/closing.proto

import type { ClosingInput as _pacioli_ledger_v1_ClosingInput, ClosingInput__Output as _pacioli_ledger_v1_ClosingInput__Output } from '../../../pacioli/ledger/v1/ClosingInput.ts';
import type { LedgerEntry as _pacioli_ledger_v1_LedgerEntry, LedgerEntry__Output as _pacioli_ledger_v1_LedgerEntry__Output } from '../../../pacioli/ledger/v1/LedgerEntry.ts';
import type { AppliedTag as _pacioli_common_v1_AppliedTag, AppliedTag__Output as _pacioli_common_v1_AppliedTag__Output } from '../../../pacioli/common/v1/AppliedTag.ts';

/**
 * One closing as it was made: the entries of one combination of tags. `template_closing_action_id` is shared by the
 * actions of one request.
 */
export interface ClosingAction {
  'id'?: (string);
  'business_id'?: (string);
  'template_closing_action_id'?: (string);
  'closing_action'?: (_pacioli_ledger_v1_ClosingInput | null);
  'primary_entry'?: (_pacioli_ledger_v1_LedgerEntry | null);
  'secondary_entries'?: (_pacioli_ledger_v1_LedgerEntry)[];
  'starts_at'?: (string);
  'closes_at'?: (string);
  'transaction_tags'?: (_pacioli_common_v1_AppliedTag)[];
  'created_at'?: (string);
  'reversed_at'?: (string);
  '_template_closing_action_id'?: "template_closing_action_id";
  '_reversed_at'?: "reversed_at";
}

/**
 * One closing as it was made: the entries of one combination of tags. `template_closing_action_id` is shared by the
 * actions of one request.
 */
export interface ClosingAction__Output {
  'id': (string);
  'business_id': (string);
  'template_closing_action_id'?: (string);
  'closing_action': (_pacioli_ledger_v1_ClosingInput__Output | null);
  'primary_entry': (_pacioli_ledger_v1_LedgerEntry__Output | null);
  'secondary_entries': (_pacioli_ledger_v1_LedgerEntry__Output)[];
  'starts_at': (string);
  'closes_at': (string);
  'transaction_tags': (_pacioli_common_v1_AppliedTag__Output)[];
  'created_at': (string);
  'reversed_at'?: (string);
}
