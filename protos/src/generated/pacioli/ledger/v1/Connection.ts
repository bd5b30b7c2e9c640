// Original file: pacioli/ledger/v1/connections.proto

import type { Sync as _pacioli_ledger_v1_Sync, Sync__Output as _pacioli_ledger_v1_Sync__Output } from '../../../pacioli/ledger/v1/Sync.ts';

/**
 * `status`: NOT_CONNECTED, CONNECTED, NEEDS_REAUTHORIZATION (the provider takes our tokens no more), UNLINKED.
 */
export interface Connection {
  'provider'?: (string);
  'display_name'?: (string);
  'business_id'?: (string);
  'status'?: (string);
  'is_connected'?: (boolean);
  'external_company_id'?: (string);
  'connected_at'?: (string);
  'unlinked_at'?: (string);
  'needs_reauthorization_since'?: (string);
  'is_syncing'?: (boolean);
  'last_synced_at'?: (string);
  'last_sync'?: (_pacioli_ledger_v1_Sync | null);
  '_external_company_id'?: "external_company_id";
  '_connected_at'?: "connected_at";
  '_unlinked_at'?: "unlinked_at";
  '_needs_reauthorization_since'?: "needs_reauthorization_since";
  '_last_synced_at'?: "last_synced_at";
}

/**
 * `status`: NOT_CONNECTED, CONNECTED, NEEDS_REAUTHORIZATION (the provider takes our tokens no more), UNLINKED.
 */
export interface Connection__Output {
  'provider': (string);
  'display_name': (string);
  'business_id': (string);
  'status': (string);
  'is_connected': (boolean);
  'external_company_id'?: (string);
  'connected_at'?: (string);
  'unlinked_at'?: (string);
  'needs_reauthorization_since'?: (string);
  'is_syncing': (boolean);
  'last_synced_at'?: (string);
  'last_sync': (_pacioli_ledger_v1_Sync__Output | null);
}
