// Original file: pacioli/billing/v1/invoices.proto

import type { Invoice as _pacioli_billing_v1_Invoice, Invoice__Output as _pacioli_billing_v1_Invoice__Output } from '../../../pacioli/billing/v1/Invoice.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListInvoicesResponse {
  'data'?: (_pacioli_billing_v1_Invoice)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListInvoicesResponse__Output {
  'data': (_pacioli_billing_v1_Invoice__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
