// Original file: pacioli/billing/v1/refunds.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { RefundLineItemInput as _pacioli_billing_v1_RefundLineItemInput, RefundLineItemInput__Output as _pacioli_billing_v1_RefundLineItemInput__Output } from '../../../pacioli/billing/v1/RefundLineItemInput.ts';
import type { RefundedPaymentFeeInput as _pacioli_billing_v1_RefundedPaymentFeeInput, RefundedPaymentFeeInput__Output as _pacioli_billing_v1_RefundedPaymentFeeInput__Output } from '../../../pacioli/billing/v1/RefundedPaymentFeeInput.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * A refund with one allocation, to what it is given with, and, where it names a method, the one payment of it. Worth its
 * line items; without any, `refunded_amount`; without that, all that is still refundable of what it hangs on.
 */
export interface DedicatedRefundInput {
  'external_id'?: (string);
  'account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
  'line_items'?: (_pacioli_billing_v1_RefundLineItemInput)[];
  'completed_at'?: (string);
  'refund_processing_fee'?: (number | string | Long);
  'method'?: (string);
  'processor'?: (string);
  'refunded_payment_fees'?: (_pacioli_billing_v1_RefundedPaymentFeeInput)[];
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'payment_clearing_account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
  'refunded_amount'?: (number | string | Long);
  '_external_id'?: "external_id";
  '_account_identifier'?: "account_identifier";
  '_completed_at'?: "completed_at";
  '_refund_processing_fee'?: "refund_processing_fee";
  '_method'?: "method";
  '_processor'?: "processor";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
  '_payment_clearing_account_identifier'?: "payment_clearing_account_identifier";
  '_refunded_amount'?: "refunded_amount";
}

/**
 * A refund with one allocation, to what it is given with, and, where it names a method, the one payment of it. Worth its
 * line items; without any, `refunded_amount`; without that, all that is still refundable of what it hangs on.
 */
export interface DedicatedRefundInput__Output {
  'external_id'?: (string);
  'account_identifier'?: (_pacioli_common_v1_AccountIdentifier__Output | null);
  'line_items': (_pacioli_billing_v1_RefundLineItemInput__Output)[];
  'completed_at'?: (string);
  'refund_processing_fee'?: (number);
  'method'?: (string);
  'processor'?: (string);
  'refunded_payment_fees': (_pacioli_billing_v1_RefundedPaymentFeeInput__Output)[];
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'payment_clearing_account_identifier'?: (_pacioli_common_v1_AccountIdentifier__Output | null);
  'refunded_amount'?: (number);
}
