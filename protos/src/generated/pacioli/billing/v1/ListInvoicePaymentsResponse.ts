// Original file: pacioli/billing/v1/invoice_payments.proto

import type { InvoicePayment as _pacioli_billing_v1_InvoicePayment, InvoicePayment__Output as _pacioli_billing_v1_InvoicePayment__Output } from '../../../pacioli/billing/v1/InvoicePayment.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListInvoicePaymentsResponse {
  'data'?: (_pacioli_billing_v1_InvoicePayment)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListInvoicePaymentsResponse__Output {
  'data': (_pacioli_billing_v1_InvoicePayment__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
