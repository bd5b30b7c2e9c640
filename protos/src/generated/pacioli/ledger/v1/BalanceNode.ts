// Original file: pacioli/ledger/v1/chart_of_accounts.proto

import type { AccountId as _pacioli_common_v1_AccountId, AccountId__Output as _pacioli_common_v1_AccountId__Output } from '../../../pacioli/common/v1/AccountId.ts';
import type { StableName as _pacioli_common_v1_StableName, StableName__Output as _pacioli_common_v1_StableName__Output } from '../../../pacioli/common/v1/StableName.ts';
import type { NamedValue as _pacioli_common_v1_NamedValue, NamedValue__Output as _pacioli_common_v1_NamedValue__Output } from '../../../pacioli/common/v1/NamedValue.ts';
import type { BalanceNode as _pacioli_ledger_v1_BalanceNode, BalanceNode__Output as _pacioli_ledger_v1_BalanceNode__Output } from '../../../pacioli/ledger/v1/BalanceNode.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * A chart account with its balance in its own normality: alone, and with all accounts under it.
 */
export interface BalanceNode {
  'id'?: (_pacioli_common_v1_AccountId | null);
  'name'?: (string);
  'account_number'?: (string);
  'stable_name'?: (_pacioli_common_v1_StableName | null);
  'normality'?: (string);
  'account_type'?: (_pacioli_common_v1_NamedValue | null);
  'account_subtype'?: (_pacioli_common_v1_NamedValue | null);
  'parent_id'?: (string);
  'archived_at'?: (string);
  'balance'?: (number | string | Long);
  'balance_with_sub_accounts'?: (number | string | Long);
  'line_count'?: (number | string | Long);
  'sub_accounts'?: (_pacioli_ledger_v1_BalanceNode)[];
  '_account_number'?: "account_number";
  '_parent_id'?: "parent_id";
  '_archived_at'?: "archived_at";
}

/**
 * A chart account with its balance in its own normality: alone, and with all accounts under it.
 */
export interface BalanceNode__Output {
  'id': (_pacioli_common_v1_AccountId__Output | null);
  'name': (string);
  'account_number'?: (string);
  'stable_name': (_pacioli_common_v1_StableName__Output | null);
  'normality': (string);
  'account_type': (_pacioli_common_v1_NamedValue__Output | null);
  'account_subtype': (_pacioli_common_v1_NamedValue__Output | null);
  'parent_id'?: (string);
  'archived_at'?: (string);
  'balance': (number);
  'balance_with_sub_accounts': (number);
  'line_count': (number);
  'sub_accounts': (_pacioli_ledger_v1_BalanceNode__Output)[];
}
