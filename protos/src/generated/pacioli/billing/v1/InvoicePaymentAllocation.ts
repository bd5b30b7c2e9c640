// Original file: pacioli/billing/v1/invoice_payments.proto

import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `moved_to_credit_at` is when its invoice was voided and the amount became the customer's credit.
 */
export interface InvoicePaymentAllocation {
  'id'?: (string);
  'invoice_id'?: (string);
  'payment_id'?: (string);
  'amount'?: (number | string | Long);
  'transaction_tags'?: (_pacioli_billing_v1_DocumentTag)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'moved_to_credit_at'?: (string);
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
  '_moved_to_credit_at'?: "moved_to_credit_at";
}

/**
 * `moved_to_credit_at` is when its invoice was voided and the amount became the customer's credit.
 */
export interface InvoicePaymentAllocation__Output {
  'id': (string);
  'invoice_id': (string);
  'payment_id': (string);
  'amount': (number);
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'moved_to_credit_at'?: (string);
}
