// Original file: pacioli/billing/v1/bill_payments.proto

import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `allocated_at` is when the bill got it: when the payment was made, or later.
 */
export interface PaymentAllocation {
  'id'?: (string);
  'bill_id'?: (string);
  'payment_id'?: (string);
  'amount'?: (number | string | Long);
  'transaction_tags'?: (_pacioli_billing_v1_DocumentTag)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'allocated_at'?: (string);
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * `allocated_at` is when the bill got it: when the payment was made, or later.
 */
export interface PaymentAllocation__Output {
  'id': (string);
  'bill_id': (string);
  'payment_id': (string);
  'amount': (number);
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'allocated_at': (string);
}
