// Original file: pacioli/common/v1/common.proto

import type { AccountId as _pacioli_common_v1_AccountId, AccountId__Output as _pacioli_common_v1_AccountId__Output } from '../../../pacioli/common/v1/AccountId.ts';
import type { StableName as _pacioli_common_v1_StableName, StableName__Output as _pacioli_common_v1_StableName__Output } from '../../../pacioli/common/v1/StableName.ts';
import type { NamedValue as _pacioli_common_v1_NamedValue, NamedValue__Output as _pacioli_common_v1_NamedValue__Output } from '../../../pacioli/common/v1/NamedValue.ts';

export interface ChartAccount {
  'id'?: (_pacioli_common_v1_AccountId | null);
  'name'?: (string);
  'account_number'?: (string);
  'stable_name'?: (_pacioli_common_v1_StableName | null);
  'normality'?: (string);
  'account_type'?: (_pacioli_common_v1_NamedValue | null);
  'account_subtype'?: (_pacioli_common_v1_NamedValue | null);
  '_account_number'?: "account_number";
}

export interface ChartAccount__Output {
  'id': (_pacioli_common_v1_AccountId__Output | null);
  'name': (string);
  'account_number'?: (string);
  'stable_name': (_pacioli_common_v1_StableName__Output | null);
  'normality': (string);
  'account_type': (_pacioli_common_v1_NamedValue__Output | null);
  'account_subtype': (_pacioli_common_v1_NamedValue__Output | null);
}
