// Original file: pacioli/billing/v1/payouts.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

export interface PayoutTransactionInput {
  'external_id'?: (string);
  'amount'?: (number | string | Long);
  'direction'?: (string);
  'account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
  'description'?: (string);
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  '_external_id'?: "external_id";
  '_description'?: "description";
}

export interface PayoutTransactionInput__Output {
  'external_id'?: (string);
  'amount': (number);
  'direction': (string);
  'account_identifier': (_pacioli_common_v1_AccountIdentifier__Output | null);
  'description'?: (string);
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
}
