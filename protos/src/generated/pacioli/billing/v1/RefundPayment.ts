// Original file: pacioli/billing/v1/refunds.proto

import type { AccountSummary as _pacioli_billing_v1_AccountSummary, AccountSummary__Output as _pacioli_billing_v1_AccountSummary__Output } from '../../../pacioli/billing/v1/AccountSummary.ts';
import type { RefundedPaymentFee as _pacioli_billing_v1_RefundedPaymentFee, RefundedPaymentFee__Output as _pacioli_billing_v1_RefundedPaymentFee__Output } from '../../../pacioli/billing/v1/RefundedPaymentFee.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `fee` is what the processor charged for the refund.
 */
export interface RefundPayment {
  'id'?: (string);
  'external_id'?: (string);
  'refund_id'?: (string);
  'refunded_amount'?: (number | string | Long);
  'fee'?: (number | string | Long);
  'completed_at'?: (string);
  'method'?: (string);
  'processor'?: (string);
  'payment_clearing_account'?: (_pacioli_billing_v1_AccountSummary | null);
  'refunded_payment_fees'?: (_pacioli_billing_v1_RefundedPaymentFee)[];
  'is_matched'?: (boolean);
  'payout_id'?: (string);
  'transaction_tags'?: (_pacioli_billing_v1_DocumentTag)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'imported_at'?: (string);
  'updated_at'?: (string);
  '_external_id'?: "external_id";
  '_fee'?: "fee";
  '_processor'?: "processor";
  '_payout_id'?: "payout_id";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * `fee` is what the processor charged for the refund.
 */
export interface RefundPayment__Output {
  'id': (string);
  'external_id'?: (string);
  'refund_id': (string);
  'refunded_amount': (number);
  'fee'?: (number);
  'completed_at': (string);
  'method': (string);
  'processor'?: (string);
  'payment_clearing_account': (_pacioli_billing_v1_AccountSummary__Output | null);
  'refunded_payment_fees': (_pacioli_billing_v1_RefundedPaymentFee__Output)[];
  'is_matched': (boolean);
  'payout_id'?: (string);
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'imported_at': (string);
  'updated_at': (string);
}
