// Original file: pacioli/ledger/v1/journal.proto

import type { LineItemInput as _pacioli_ledger_v1_LineItemInput, LineItemInput__Output as _pacioli_ledger_v1_LineItemInput__Output } from '../../../pacioli/ledger/v1/LineItemInput.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';

export interface JournalEntryInput {
  'external_id'?: (string);
  'entry_at'?: (string);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'line_items'?: (_pacioli_ledger_v1_LineItemInput)[];
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  '_external_id'?: "external_id";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

export interface JournalEntryInput__Output {
  'external_id'?: (string);
  'entry_at': (string);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'line_items': (_pacioli_ledger_v1_LineItemInput__Output)[];
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
}
