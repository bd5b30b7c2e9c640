// Original file: pacioli/reporting/v1/report_exports.proto


export interface PresignedDocument {
  'presignedUrl'?: (string);
  /**
   * A MIME type.
   */
  'fileType'?: (string);
  'fileName'?: (string);
  'createdAt'?: (string);
  'documentId'?: (string);
  /**
   * AP_AGING_REPORT, AR_AGING_REPORT, TRIAL_BALANCE_REPORT, PROFIT_AND_LOSS_REPORT, BALANCE_SHEET_REPORT,
   * CASHFLOW_STATEMENT_REPORT or GENERAL_LEDGER_REPORT.
   */
  'document_type'?: (string);
}

export interface PresignedDocument__Output {
  'presignedUrl': (string);
  /**
   * A MIME type.
   */
  'fileType': (string);
  'fileName': (string);
  'createdAt': (string);
  'documentId': (string);
  /**
   * AP_AGING_REPORT, AR_AGING_REPORT, TRIAL_BALANCE_REPORT, PROFIT_AND_LOSS_REPORT, BALANCE_SHEET_REPORT,
   * CASHFLOW_STATEMENT_REPORT or GENERAL_LEDGER_REPORT.
   */
  'document_type': (string);
}
