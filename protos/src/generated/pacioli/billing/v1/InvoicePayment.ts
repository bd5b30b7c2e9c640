// Original file: pacioli/billing/v1/invoice_payments.proto

import type { Customer as _pacioli_billing_v1_Customer, Customer__Output as _pacioli_billing_v1_Customer__Output } from '../../../pacioli/billing/v1/Customer.ts';
import type { AccountSummary as _pacioli_billing_v1_AccountSummary, AccountSummary__Output as _pacioli_billing_v1_AccountSummary__Output } from '../../../pacioli/billing/v1/AccountSummary.ts';
import type { InvoicePaymentAllocation as _pacioli_billing_v1_InvoicePaymentAllocation, InvoicePaymentAllocation__Output as _pacioli_billing_v1_InvoicePaymentAllocation__Output } from '../../../pacioli/billing/v1/InvoicePaymentAllocation.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `at` and `paid_at` are the same instant. `unallocated_amount` became the customer's credit. `refunded_amount` is what was
 * refunded through this payment.
 */
export interface InvoicePayment {
  'id'?: (string);
  'external_id'?: (string);
  'customer'?: (_pacioli_billing_v1_Customer | null);
  'at'?: (string);
  'paid_at'?: (string);
  'method'?: (string);
  'amount'?: (number | string | Long);
  'fee'?: (number | string | Long);
  'processor'?: (string);
  'payment_clearing_account'?: (_pacioli_billing_v1_AccountSummary | null);
  'imported_at'?: (string);
  'updated_at'?: (string);
  'allocations'?: (_pacioli_billing_v1_InvoicePaymentAllocation)[];
  'unallocated_amount'?: (number | string | Long);
  'refunded_amount'?: (number | string | Long);
  'is_matched'?: (boolean);
  'payout_id'?: (string);
  'transaction_tags'?: (_pacioli_billing_v1_DocumentTag)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_external_id'?: "external_id";
  '_processor'?: "processor";
  '_payout_id'?: "payout_id";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * `at` and `paid_at` are the same instant. `unallocated_amount` became the customer's credit. `refunded_amount` is what was
 * refunded through this payment.
 */
export interface InvoicePayment__Output {
  'id': (string);
  'external_id'?: (string);
  'customer': (_pacioli_billing_v1_Customer__Output | null);
  'at': (string);
  'paid_at': (string);
  'method': (string);
  'amount': (number);
  'fee': (number);
  'processor'?: (string);
  'payment_clearing_account': (_pacioli_billing_v1_AccountSummary__Output | null);
  'imported_at': (string);
  'updated_at': (string);
  'allocations': (_pacioli_billing_v1_InvoicePaymentAllocation__Output)[];
  'unallocated_amount': (number);
  'refunded_amount': (number);
  'is_matched': (boolean);
  'payout_id'?: (string);
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
