// Original file: pacioli/billing/v1/bill_payments.proto

import type { BillPayment as _pacioli_billing_v1_BillPayment, BillPayment__Output as _pacioli_billing_v1_BillPayment__Output } from '../../../pacioli/billing/v1/BillPayment.ts';

export interface BillPaymentAnswer {
  'data'?: (_pacioli_billing_v1_BillPayment | null);
  'created'?: (boolean);
  'posting'?: (string);
  '_posting'?: "posting";
}

export interface BillPaymentAnswer__Output {
  'data': (_pacioli_billing_v1_BillPayment__Output | null);
  'created': (boolean);
  'posting'?: (string);
}
