// Original file: pacioli/billing/v1/bills.proto

import type { BillPayment as _pacioli_billing_v1_BillPayment, BillPayment__Output as _pacioli_billing_v1_BillPayment__Output } from '../../../pacioli/billing/v1/BillPayment.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * What of a payment went to this bill. `payment` comes without its allocations, of which this is one.
 */
export interface BillPaymentAllocation {
  'id'?: (string);
  'bill_id'?: (string);
  'payment_id'?: (string);
  'amount'?: (number | string | Long);
  'payment'?: (_pacioli_billing_v1_BillPayment | null);
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
 * What of a payment went to this bill. `payment` comes without its allocations, of which this is one.
 */
export interface BillPaymentAllocation__Output {
  'id': (string);
  'bill_id': (string);
  'payment_id': (string);
  'amount': (number);
  'payment': (_pacioli_billing_v1_BillPayment__Output | null);
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'allocated_at': (string);
}
