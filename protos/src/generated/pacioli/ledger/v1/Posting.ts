// Original file: pacioli/ledger/v1/postings.proto

import type { LineItemInput as _pacioli_ledger_v1_LineItemInput, LineItemInput__Output as _pacioli_ledger_v1_LineItemInput__Output } from '../../../pacioli/ledger/v1/LineItemInput.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';

/**
 * Either line items, or `reverses`: the posting_key of an earlier entry to reverse.
 */
export interface Posting {
  'posting_key'?: (string);
  'source_type'?: (string);
  'source_id'?: (string);
  'entry_type'?: (string);
  'basis'?: (string);
  'agent'?: (string);
  'entry_at'?: (string);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'line_items'?: (_pacioli_ledger_v1_LineItemInput)[];
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'reverses'?: (string);
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
  '_reverses'?: "reverses";
}

/**
 * Either line items, or `reverses`: the posting_key of an earlier entry to reverse.
 */
export interface Posting__Output {
  'posting_key': (string);
  'source_type': (string);
  'source_id': (string);
  'entry_type': (string);
  'basis': (string);
  'agent': (string);
  'entry_at': (string);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'line_items': (_pacioli_ledger_v1_LineItemInput__Output)[];
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'reverses'?: (string);
}
