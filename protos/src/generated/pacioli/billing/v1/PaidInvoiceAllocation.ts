// Original file: pacioli/billing/v1/invoices.proto

import type { InvoicePayment as _pacioli_billing_v1_InvoicePayment, InvoicePayment__Output as _pacioli_billing_v1_InvoicePayment__Output } from '../../../pacioli/billing/v1/InvoicePayment.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * What of a payment went to this invoice. `payment` comes without its allocations, of which this is one.
 */
export interface PaidInvoiceAllocation {
  'id'?: (string);
  'invoice_id'?: (string);
  'payment_id'?: (string);
  'amount'?: (number | string | Long);
  'payment'?: (_pacioli_billing_v1_InvoicePayment | null);
  'transaction_tags'?: (_pacioli_billing_v1_DocumentTag)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * What of a payment went to this invoice. `payment` comes without its allocations, of which this is one.
 */
export interface PaidInvoiceAllocation__Output {
  'id': (string);
  'invoice_id': (string);
  'payment_id': (string);
  'amount': (number);
  'payment': (_pacioli_billing_v1_InvoicePayment__Output | null);
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
