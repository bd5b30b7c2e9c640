// Original file: pacioli/billing/v1/refunds.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

export interface RefundLineItemInput {
  'external_id'?: (string);
  'amount'?: (number | string | Long);
  'account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
  'prepayment_account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  /**
   * Of one that the refund has.
   */
  'id'?: (string);
  '_external_id'?: "external_id";
  '_account_identifier'?: "account_identifier";
  '_prepayment_account_identifier'?: "prepayment_account_identifier";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
  '_id'?: "id";
}

export interface RefundLineItemInput__Output {
  'external_id'?: (string);
  'amount': (number);
  'account_identifier'?: (_pacioli_common_v1_AccountIdentifier__Output | null);
  'prepayment_account_identifier'?: (_pacioli_common_v1_AccountIdentifier__Output | null);
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  /**
   * Of one that the refund has.
   */
  'id'?: (string);
}
