// Original file: pacioli/billing/v1/invoices.proto


export interface UndoWriteOffRequest {
  'invoice_id'?: (string);
  'write_off_id'?: (string);
}

export interface UndoWriteOffRequest__Output {
  'invoice_id': (string);
  'write_off_id': (string);
}
