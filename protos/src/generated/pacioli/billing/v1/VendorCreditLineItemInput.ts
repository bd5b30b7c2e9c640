// Original file: pacioli/billing/v1/vendor_credits.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

export interface VendorCreditLineItemInput {
  'account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
  'amount'?: (number | string | Long);
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

export interface VendorCreditLineItemInput__Output {
  'account_identifier': (_pacioli_common_v1_AccountIdentifier__Output | null);
  'amount': (number);
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
