// Original file: pacioli/billing/v1/refunds.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { Long } from '@grpc/proto-loader';

export interface RefundedPaymentFeeInput {
  'account'?: (_pacioli_common_v1_AccountIdentifier | null);
  'fee_amount'?: (number | string | Long);
  'description'?: (string);
  '_description'?: "description";
}

export interface RefundedPaymentFeeInput__Output {
  'account': (_pacioli_common_v1_AccountIdentifier__Output | null);
  'fee_amount': (number);
  'description'?: (string);
}
