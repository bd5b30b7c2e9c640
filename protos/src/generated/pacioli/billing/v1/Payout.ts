// Original file: pacioli/billing/v1/payouts.proto

import type { PayoutMember as _pacioli_billing_v1_PayoutMember, PayoutMember__Output as _pacioli_billing_v1_PayoutMember__Output } from '../../../pacioli/billing/v1/PayoutMember.ts';
import type { PayoutTransaction as _pacioli_billing_v1_PayoutTransaction, PayoutTransaction__Output as _pacioli_billing_v1_PayoutTransaction__Output } from '../../../pacioli/billing/v1/PayoutTransaction.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `paid_out_amount` is what reaches the bank; below zero where the processor collects.
 */
export interface Payout {
  'id'?: (string);
  'business_id'?: (string);
  'external_id'?: (string);
  'processor'?: (string);
  'paid_out_amount'?: (number | string | Long);
  'fee'?: (number | string | Long);
  'completed_at'?: (string);
  'payments'?: (_pacioli_billing_v1_PayoutMember)[];
  'refund_payments'?: (_pacioli_billing_v1_PayoutMember)[];
  'other_transactions'?: (_pacioli_billing_v1_PayoutTransaction)[];
  'is_matched'?: (boolean);
  'transaction_tags'?: (_pacioli_billing_v1_DocumentTag)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'imported_at'?: (string);
  'updated_at'?: (string);
  '_external_id'?: "external_id";
  '_processor'?: "processor";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * `paid_out_amount` is what reaches the bank; below zero where the processor collects.
 */
export interface Payout__Output {
  'id': (string);
  'business_id': (string);
  'external_id'?: (string);
  'processor'?: (string);
  'paid_out_amount': (number);
  'fee': (number);
  'completed_at': (string);
  'payments': (_pacioli_billing_v1_PayoutMember__Output)[];
  'refund_payments': (_pacioli_billing_v1_PayoutMember__Output)[];
  'other_transactions': (_pacioli_billing_v1_PayoutTransaction__Output)[];
  'is_matched': (boolean);
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'imported_at': (string);
  'updated_at': (string);
}
