// Original file: pacioli/ledger/v1/journal.proto

import type { LedgerEntry as _pacioli_ledger_v1_LedgerEntry, LedgerEntry__Output as _pacioli_ledger_v1_LedgerEntry__Output } from '../../../pacioli/ledger/v1/LedgerEntry.ts';

export interface EntryAnswer {
  'data'?: (_pacioli_ledger_v1_LedgerEntry | null);
  'created'?: (boolean);
}

export interface EntryAnswer__Output {
  'data': (_pacioli_ledger_v1_LedgerEntry__Output | null);
  'created': (boolean);
}
