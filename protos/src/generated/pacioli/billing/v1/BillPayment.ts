// Original file: pacioli/billing/v1/bill_payments.proto

import type { Vendor as _pacioli_billing_v1_Vendor, Vendor__Output as _pacioli_billing_v1_Vendor__Output } from '../../../pacioli/billing/v1/Vendor.ts';
import type { AccountSummary as _pacioli_billing_v1_AccountSummary, AccountSummary__Output as _pacioli_billing_v1_AccountSummary__Output } from '../../../pacioli/billing/v1/AccountSummary.ts';
import type { PaymentAllocation as _pacioli_billing_v1_PaymentAllocation, PaymentAllocation__Output as _pacioli_billing_v1_PaymentAllocation__Output } from '../../../pacioli/billing/v1/PaymentAllocation.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `at` and `paid_at` are the same instant.
 */
export interface BillPayment {
  'id'?: (string);
  'external_id'?: (string);
  'vendor'?: (_pacioli_billing_v1_Vendor | null);
  'at'?: (string);
  'paid_at'?: (string);
  'method'?: (string);
  'amount'?: (number | string | Long);
  'processor'?: (string);
  'payment_clearing_account'?: (_pacioli_billing_v1_AccountSummary | null);
  'imported_at'?: (string);
  'allocations'?: (_pacioli_billing_v1_PaymentAllocation)[];
  'transaction_tags'?: (_pacioli_billing_v1_DocumentTag)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'unallocated_amount'?: (number | string | Long);
  'updated_at'?: (string);
  'deleted_at'?: (string);
  '_external_id'?: "external_id";
  '_vendor'?: "vendor";
  '_processor'?: "processor";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
  '_deleted_at'?: "deleted_at";
}

/**
 * `at` and `paid_at` are the same instant.
 */
export interface BillPayment__Output {
  'id': (string);
  'external_id'?: (string);
  'vendor'?: (_pacioli_billing_v1_Vendor__Output | null);
  'at': (string);
  'paid_at': (string);
  'method': (string);
  'amount': (number);
  'processor'?: (string);
  'payment_clearing_account': (_pacioli_billing_v1_AccountSummary__Output | null);
  'imported_at': (string);
  'allocations': (_pacioli_billing_v1_PaymentAllocation__Output)[];
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'unallocated_amount': (number);
  'updated_at': (string);
  'deleted_at'?: (string);
}
