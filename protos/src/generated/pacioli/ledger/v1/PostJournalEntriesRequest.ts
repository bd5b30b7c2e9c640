// Original file: pacioli/ledger/v1/journal.proto

import type { JournalEntryInput as _pacioli_ledger_v1_JournalEntryInput, JournalEntryInput__Output as _pacioli_ledger_v1_JournalEntryInput__Output } from '../../../pacioli/ledger/v1/JournalEntryInput.ts';

export interface PostJournalEntriesRequest {
  'entries'?: (_pacioli_ledger_v1_JournalEntryInput)[];
}

export interface PostJournalEntriesRequest__Output {
  'entries': (_pacioli_ledger_v1_JournalEntryInput__Output)[];
}
