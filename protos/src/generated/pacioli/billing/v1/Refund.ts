// Original file: pacioli/billing/v1/refunds.proto

import type { Customer as _pacioli_billing_v1_Customer, Customer__Output as _pacioli_billing_v1_Customer__Output } from '../../../pacioli/billing/v1/Customer.ts';
import type { RefundAllocation as _pacioli_billing_v1_RefundAllocation, RefundAllocation__Output as _pacioli_billing_v1_RefundAllocation__Output } from '../../../pacioli/billing/v1/RefundAllocation.ts';
import type { RefundPayment as _pacioli_billing_v1_RefundPayment, RefundPayment__Output as _pacioli_billing_v1_RefundPayment__Output } from '../../../pacioli/billing/v1/RefundPayment.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `outstanding_balance` is what was issued and is not paid out.
 */
export interface Refund {
  'id'?: (string);
  'business_id'?: (string);
  'external_id'?: (string);
  'customer'?: (_pacioli_billing_v1_Customer | null);
  'completed_at'?: (string);
  'total_amount'?: (number | string | Long);
  'outstanding_balance'?: (number | string | Long);
  'allocations'?: (_pacioli_billing_v1_RefundAllocation)[];
  'payments'?: (_pacioli_billing_v1_RefundPayment)[];
  'transaction_tags'?: (_pacioli_billing_v1_DocumentTag)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'imported_at'?: (string);
  'updated_at'?: (string);
  '_external_id'?: "external_id";
  '_completed_at'?: "completed_at";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * `outstanding_balance` is what was issued and is not paid out.
 */
export interface Refund__Output {
  'id': (string);
  'business_id': (string);
  'external_id'?: (string);
  'customer': (_pacioli_billing_v1_Customer__Output | null);
  'completed_at'?: (string);
  'total_amount': (number);
  'outstanding_balance': (number);
  'allocations': (_pacioli_billing_v1_RefundAllocation__Output)[];
  'payments': (_pacioli_billing_v1_RefundPayment__Output)[];
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'imported_at': (string);
  'updated_at': (string);
}
