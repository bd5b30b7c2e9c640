// Original file: pacioli/billing/v1/payouts.proto

import type { PayoutMemberInput as _pacioli_billing_v1_PayoutMemberInput, PayoutMemberInput__Output as _pacioli_billing_v1_PayoutMemberInput__Output } from '../../../pacioli/billing/v1/PayoutMemberInput.ts';
import type { PayoutTransactionInput as _pacioli_billing_v1_PayoutTransactionInput, PayoutTransactionInput__Output as _pacioli_billing_v1_PayoutTransactionInput__Output } from '../../../pacioli/billing/v1/PayoutTransactionInput.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `completed_at` is now where absent.
 */
export interface PayoutInput {
  'external_id'?: (string);
  'processor'?: (string);
  'paid_out_amount'?: (number | string | Long);
  'fee'?: (number | string | Long);
  'completed_at'?: (string);
  'payments'?: (_pacioli_billing_v1_PayoutMemberInput)[];
  'refund_payments'?: (_pacioli_billing_v1_PayoutMemberInput)[];
  'other_transactions'?: (_pacioli_billing_v1_PayoutTransactionInput)[];
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_external_id'?: "external_id";
  '_processor'?: "processor";
  '_fee'?: "fee";
  '_completed_at'?: "completed_at";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * `completed_at` is now where absent.
 */
export interface PayoutInput__Output {
  'external_id'?: (string);
  'processor'?: (string);
  'paid_out_amount': (number);
  'fee'?: (number);
  'completed_at'?: (string);
  'payments': (_pacioli_billing_v1_PayoutMemberInput__Output)[];
  'refund_payments': (_pacioli_billing_v1_PayoutMemberInput__Output)[];
  'other_transactions': (_pacioli_billing_v1_PayoutTransactionInput__Output)[];
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
