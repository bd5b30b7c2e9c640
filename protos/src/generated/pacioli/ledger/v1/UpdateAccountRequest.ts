// Original file: pacioli/ledger/v1/chart_of_accounts.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';

/**
 * `account_id` is an id or a stable name. What the fields in `cleared` held is removed.
 */
export interface UpdateAccountRequest {
  'account_id'?: (string);
  'name'?: (string);
  'account_number'?: (string);
  'stable_name'?: (string);
  'parent_id'?: (_pacioli_common_v1_AccountIdentifier | null);
  'account_subtype'?: (string);
  'archived'?: (boolean);
  'cleared'?: (string)[];
  '_name'?: "name";
  '_account_number'?: "account_number";
  '_stable_name'?: "stable_name";
  '_parent_id'?: "parent_id";
  '_account_subtype'?: "account_subtype";
  '_archived'?: "archived";
}

/**
 * `account_id` is an id or a stable name. What the fields in `cleared` held is removed.
 */
export interface UpdateAccountRequest__Output {
  'account_id': (string);
  'name'?: (string);
  'account_number'?: (string);
  'stable_name'?: (string);
  'parent_id'?: (_pacioli_common_v1_AccountIdentifier__Output | null);
  'account_subtype'?: (string);
  'archived'?: (boolean);
  'cleared': (string)[];
}
