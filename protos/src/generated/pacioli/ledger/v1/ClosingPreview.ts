// Original file: pacioli/ledger/v1/closing.proto

import type { ClosingInput as _pacioli_ledger_v1_ClosingInput, ClosingInput__Output as _pacioli_ledger_v1_ClosingInput__Output } from '../../../pacioli/ledger/v1/ClosingInput.ts';
import type { LedgerEntry as _pacioli_ledger_v1_LedgerEntry, LedgerEntry__Output as _pacioli_ledger_v1_LedgerEntry__Output } from '../../../pacioli/ledger/v1/LedgerEntry.ts';

export interface ClosingPreview {
  'template_closing_action_id'?: (string);
  'closing_action'?: (_pacioli_ledger_v1_ClosingInput | null);
  'primary_entry'?: (_pacioli_ledger_v1_LedgerEntry | null);
  'secondary_entries'?: (_pacioli_ledger_v1_LedgerEntry)[];
  '_template_closing_action_id'?: "template_closing_action_id";
}

export interface ClosingPreview__Output {
  'template_closing_action_id'?: (string);
  'closing_action': (_pacioli_ledger_v1_ClosingInput__Output | null);
  'primary_entry': (_pacioli_ledger_v1_LedgerEntry__Output | null);
  'secondary_entries': (_pacioli_ledger_v1_LedgerEntry__Output)[];
}
