// Original file: pacioli/ledger/v1/chart_of_accounts.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';

export interface CreateAccountRequest {
  'name'?: (string);
  'normality'?: (string);
  'parent_id'?: (_pacioli_common_v1_AccountIdentifier | null);
  'account_type'?: (string);
  'account_subtype'?: (string);
  'account_number'?: (string);
  'stable_name'?: (string);
  '_normality'?: "normality";
  '_parent_id'?: "parent_id";
  '_account_type'?: "account_type";
  '_account_number'?: "account_number";
  '_stable_name'?: "stable_name";
}

export interface CreateAccountRequest__Output {
  'name': (string);
  'normality'?: (string);
  'parent_id'?: (_pacioli_common_v1_AccountIdentifier__Output | null);
  'account_type'?: (string);
  'account_subtype': (string);
  'account_number'?: (string);
  'stable_name'?: (string);
}
