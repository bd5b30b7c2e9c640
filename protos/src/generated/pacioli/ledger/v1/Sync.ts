// Original file: pacioli/ledger/v1/connections.proto

import type { SyncCounts as _pacioli_ledger_v1_SyncCounts, SyncCounts__Output as _pacioli_ledger_v1_SyncCounts__Output } from '../../../pacioli/ledger/v1/SyncCounts.ts';
import type { RefusedItem as _pacioli_ledger_v1_RefusedItem, RefusedItem__Output as _pacioli_ledger_v1_RefusedItem__Output } from '../../../pacioli/ledger/v1/RefusedItem.ts';

/**
 * One import. `status`: RUNNING, SUCCEEDED, FAILED, INTERRUPTED.
 */
export interface Sync {
  'id'?: (string);
  'status'?: (string);
  'started_at'?: (string);
  'finished_at'?: (string);
  'accounts'?: (_pacioli_ledger_v1_SyncCounts | null);
  'journal_entries'?: (_pacioli_ledger_v1_SyncCounts | null);
  /**
   * The first 100 refused items.
   */
  'refused'?: (_pacioli_ledger_v1_RefusedItem)[];
  'error'?: (_pacioli_ledger_v1_RefusedItem | null);
  '_finished_at'?: "finished_at";
  '_error'?: "error";
}

/**
 * One import. `status`: RUNNING, SUCCEEDED, FAILED, INTERRUPTED.
 */
export interface Sync__Output {
  'id': (string);
  'status': (string);
  'started_at': (string);
  'finished_at'?: (string);
  'accounts': (_pacioli_ledger_v1_SyncCounts__Output | null);
  'journal_entries': (_pacioli_ledger_v1_SyncCounts__Output | null);
  /**
   * The first 100 refused items.
   */
  'refused': (_pacioli_ledger_v1_RefusedItem__Output)[];
  'error'?: (_pacioli_ledger_v1_RefusedItem__Output | null);
}
