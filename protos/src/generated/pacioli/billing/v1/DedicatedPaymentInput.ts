// Original file: pacioli/billing/v1/invoice_payments.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { DedicatedRefundInput as _pacioli_billing_v1_DedicatedRefundInput, DedicatedRefundInput__Output as _pacioli_billing_v1_DedicatedRefundInput__Output } from '../../../pacioli/billing/v1/DedicatedRefundInput.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * A payment of one invoice, also inside the request that creates the invoice: there `paid_at` is `sent_at` where absent,
 * else now. Its refunds are made with it.
 */
export interface DedicatedPaymentInput {
  'external_id'?: (string);
  'paid_at'?: (string);
  'method'?: (string);
  'amount'?: (number | string | Long);
  'fee'?: (number | string | Long);
  'processor'?: (string);
  'payment_clearing_account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
  'dedicated_refunds'?: (_pacioli_billing_v1_DedicatedRefundInput)[];
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_external_id'?: "external_id";
  '_paid_at'?: "paid_at";
  '_fee'?: "fee";
  '_processor'?: "processor";
  '_payment_clearing_account_identifier'?: "payment_clearing_account_identifier";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * A payment of one invoice, also inside the request that creates the invoice: there `paid_at` is `sent_at` where absent,
 * else now. Its refunds are made with it.
 */
export interface DedicatedPaymentInput__Output {
  'external_id'?: (string);
  'paid_at'?: (string);
  'method': (string);
  'amount': (number);
  'fee'?: (number);
  'processor'?: (string);
  'payment_clearing_account_identifier'?: (_pacioli_common_v1_AccountIdentifier__Output | null);
  'dedicated_refunds': (_pacioli_billing_v1_DedicatedRefundInput__Output)[];
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
