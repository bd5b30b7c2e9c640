// Original file: pacioli/banking/v1/bank_accounts.proto

import type { LatestBalance as _pacioli_banking_v1_LatestBalance, LatestBalance__Output as _pacioli_banking_v1_LatestBalance__Output } from '../../../pacioli/banking/v1/LatestBalance.ts';
import type { Institution as _pacioli_banking_v1_Institution, Institution__Output as _pacioli_banking_v1_Institution__Output } from '../../../pacioli/banking/v1/Institution.ts';
import type { AccountNotification as _pacioli_banking_v1_AccountNotification, AccountNotification__Output as _pacioli_banking_v1_AccountNotification__Output } from '../../../pacioli/banking/v1/AccountNotification.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `uncategorized_transaction_sum` counts money in as positive, money out as negative. `current_ledger_balance` is in the
 * normality of the ledger account.
 */
export interface ExternalAccount {
  'id'?: (string);
  'external_account_external_id'?: (string);
  'external_account_source'?: (string);
  'external_account_name'?: (string);
  'latest_balance_timestamp'?: (_pacioli_banking_v1_LatestBalance | null);
  'current_ledger_balance'?: (number | string | Long);
  'uncategorized_transaction_sum'?: (number | string | Long);
  'mask'?: (string);
  'institution'?: (_pacioli_banking_v1_Institution | null);
  'notifications'?: (_pacioli_banking_v1_AccountNotification)[];
  'connection_needs_repair_as_of'?: (string);
  'requires_user_confirmation_as_of'?: (string);
  'reconnect_with_new_credentials'?: (boolean);
  'connection_id'?: (string);
  'connection_external_id'?: (string);
  'user_created'?: (boolean);
  'is_syncing'?: (boolean);
  'ledger_account_id'?: (string);
  'archived_at'?: (string);
  'show_transactions_on_or_after'?: (string);
  'show_transactions_on_or_before'?: (string);
  'bank_account_id'?: (string);
  'account_type'?: (string);
  'account_subtype'?: (string);
  'created_at'?: (string);
  'updated_at'?: (string);
  '_latest_balance_timestamp'?: "latest_balance_timestamp";
  '_mask'?: "mask";
  '_institution'?: "institution";
  '_connection_needs_repair_as_of'?: "connection_needs_repair_as_of";
  '_requires_user_confirmation_as_of'?: "requires_user_confirmation_as_of";
  '_connection_id'?: "connection_id";
  '_connection_external_id'?: "connection_external_id";
  '_archived_at'?: "archived_at";
  '_show_transactions_on_or_after'?: "show_transactions_on_or_after";
  '_show_transactions_on_or_before'?: "show_transactions_on_or_before";
}

/**
 * `uncategorized_transaction_sum` counts money in as positive, money out as negative. `current_ledger_balance` is in the
 * normality of the ledger account.
 */
export interface ExternalAccount__Output {
  'id': (string);
  'external_account_external_id': (string);
  'external_account_source': (string);
  'external_account_name': (string);
  'latest_balance_timestamp'?: (_pacioli_banking_v1_LatestBalance__Output | null);
  'current_ledger_balance': (number);
  'uncategorized_transaction_sum': (number);
  'mask'?: (string);
  'institution'?: (_pacioli_banking_v1_Institution__Output | null);
  'notifications': (_pacioli_banking_v1_AccountNotification__Output)[];
  'connection_needs_repair_as_of'?: (string);
  'requires_user_confirmation_as_of'?: (string);
  'reconnect_with_new_credentials': (boolean);
  'connection_id'?: (string);
  'connection_external_id'?: (string);
  'user_created': (boolean);
  'is_syncing': (boolean);
  'ledger_account_id': (string);
  'archived_at'?: (string);
  'show_transactions_on_or_after'?: (string);
  'show_transactions_on_or_before'?: (string);
  'bank_account_id': (string);
  'account_type': (string);
  'account_subtype': (string);
  'created_at': (string);
  'updated_at': (string);
}
