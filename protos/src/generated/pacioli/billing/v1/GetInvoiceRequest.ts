// Original file: pacioli/billing/v1/invoices.proto


export interface GetInvoiceRequest {
  'invoice_id'?: (string);
}

export interface GetInvoiceRequest__Output {
  'invoice_id': (string);
}
