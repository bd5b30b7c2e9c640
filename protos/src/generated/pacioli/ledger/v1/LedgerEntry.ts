// Original file: pacioli/ledger/v1/journal.proto

import type { LedgerLineItem as _pacioli_ledger_v1_LedgerLineItem, LedgerLineItem__Output as _pacioli_ledger_v1_LedgerLineItem__Output } from '../../../pacioli/ledger/v1/LedgerLineItem.ts';
import type { AppliedTag as _pacioli_common_v1_AppliedTag, AppliedTag__Output as _pacioli_common_v1_AppliedTag__Output } from '../../../pacioli/common/v1/AppliedTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `version` is that of the entry's events: it grows when the entry is reversed and when its tags change.
 */
export interface LedgerEntry {
  'id'?: (string);
  'business_id'?: (string);
  'ledger_id'?: (string);
  'agent'?: (string);
  'entry_type'?: (string);
  'basis'?: (string);
  'date'?: (string);
  'entry_at'?: (string);
  'reversal_of_id'?: (string);
  'reversal_id'?: (string);
  'external_id'?: (string);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'source_type'?: (string);
  'source_id'?: (string);
  'line_items'?: (_pacioli_ledger_v1_LedgerLineItem)[];
  'transaction_tags'?: (_pacioli_common_v1_AppliedTag)[];
  'version'?: (number | string | Long);
  '_reversal_of_id'?: "reversal_of_id";
  '_reversal_id'?: "reversal_id";
  '_external_id'?: "external_id";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
  '_source_type'?: "source_type";
  '_source_id'?: "source_id";
}

/**
 * `version` is that of the entry's events: it grows when the entry is reversed and when its tags change.
 */
export interface LedgerEntry__Output {
  'id': (string);
  'business_id': (string);
  'ledger_id': (string);
  'agent': (string);
  'entry_type': (string);
  'basis': (string);
  'date': (string);
  'entry_at': (string);
  'reversal_of_id'?: (string);
  'reversal_id'?: (string);
  'external_id'?: (string);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'source_type'?: (string);
  'source_id'?: (string);
  'line_items': (_pacioli_ledger_v1_LedgerLineItem__Output)[];
  'transaction_tags': (_pacioli_common_v1_AppliedTag__Output)[];
  'version': (number);
}
