// Original file: pacioli/banking/v1/bank_accounts.proto

import type { ReportedBalance as _pacioli_banking_v1_ReportedBalance, ReportedBalance__Output as _pacioli_banking_v1_ReportedBalance__Output } from '../../../pacioli/banking/v1/ReportedBalance.ts';

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed.
 */
export interface UpdateConnectionRequest {
  'external_account_id'?: (string);
  'connection_needs_repair_as_of'?: (string);
  'requires_user_confirmation_as_of'?: (string);
  'reconnect_with_new_credentials'?: (boolean);
  'connection_id'?: (string);
  'connection_external_id'?: (string);
  'is_syncing'?: (boolean);
  'latest_balance'?: (_pacioli_banking_v1_ReportedBalance | null);
  'cleared'?: (string)[];
  '_connection_needs_repair_as_of'?: "connection_needs_repair_as_of";
  '_requires_user_confirmation_as_of'?: "requires_user_confirmation_as_of";
  '_reconnect_with_new_credentials'?: "reconnect_with_new_credentials";
  '_connection_id'?: "connection_id";
  '_connection_external_id'?: "connection_external_id";
  '_is_syncing'?: "is_syncing";
  '_latest_balance'?: "latest_balance";
}

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed.
 */
export interface UpdateConnectionRequest__Output {
  'external_account_id': (string);
  'connection_needs_repair_as_of'?: (string);
  'requires_user_confirmation_as_of'?: (string);
  'reconnect_with_new_credentials'?: (boolean);
  'connection_id'?: (string);
  'connection_external_id'?: (string);
  'is_syncing'?: (boolean);
  'latest_balance'?: (_pacioli_banking_v1_ReportedBalance__Output | null);
  'cleared': (string)[];
}
