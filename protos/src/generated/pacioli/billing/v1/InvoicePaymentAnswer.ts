// Original file: pacioli/billing/v1/invoice_payments.proto

import type { InvoicePayment as _pacioli_billing_v1_InvoicePayment, InvoicePayment__Output as _pacioli_billing_v1_InvoicePayment__Output } from '../../../pacioli/billing/v1/InvoicePayment.ts';

/**
 * `created` is false where the external_id named one that exists. `posting` says what became of what was to be posted.
 */
export interface InvoicePaymentAnswer {
  'data'?: (_pacioli_billing_v1_InvoicePayment | null);
  'created'?: (boolean);
  'posting'?: (string);
  '_posting'?: "posting";
}

/**
 * `created` is false where the external_id named one that exists. `posting` says what became of what was to be posted.
 */
export interface InvoicePaymentAnswer__Output {
  'data': (_pacioli_billing_v1_InvoicePayment__Output | null);
  'created': (boolean);
  'posting'?: (string);
}
