// Original file: pacioli/billing/v1/refunds.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { RefundedPaymentFeeInput as _pacioli_billing_v1_RefundedPaymentFeeInput, RefundedPaymentFeeInput__Output as _pacioli_billing_v1_RefundedPaymentFeeInput__Output } from '../../../pacioli/billing/v1/RefundedPaymentFeeInput.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `id` is of one that the refund has. `completed_at` is that of the refund where absent, else now.
 */
export interface RefundPaymentInput {
  'id'?: (string);
  'external_id'?: (string);
  'refunded_amount'?: (number | string | Long);
  'completed_at'?: (string);
  'method'?: (string);
  'refund_processing_fee'?: (number | string | Long);
  'processor'?: (string);
  'payment_clearing_account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
  'refunded_payment_fees'?: (_pacioli_billing_v1_RefundedPaymentFeeInput)[];
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_id'?: "id";
  '_external_id'?: "external_id";
  '_completed_at'?: "completed_at";
  '_refund_processing_fee'?: "refund_processing_fee";
  '_processor'?: "processor";
  '_payment_clearing_account_identifier'?: "payment_clearing_account_identifier";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * `id` is of one that the refund has. `completed_at` is that of the refund where absent, else now.
 */
export interface RefundPaymentInput__Output {
  'id'?: (string);
  'external_id'?: (string);
  'refunded_amount': (number);
  'completed_at'?: (string);
  'method': (string);
  'refund_processing_fee'?: (number);
  'processor'?: (string);
  'payment_clearing_account_identifier'?: (_pacioli_common_v1_AccountIdentifier__Output | null);
  'refunded_payment_fees': (_pacioli_billing_v1_RefundedPaymentFeeInput__Output)[];
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
