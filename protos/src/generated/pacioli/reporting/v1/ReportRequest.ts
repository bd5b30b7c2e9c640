// Original file: pacioli/reporting/v1/reports.proto


/**
 * `report` is TRIAL_BALANCE, PROFIT_AND_LOSS, BALANCE_SHEET, CASHFLOW_STATEMENT, GENERAL_LEDGER, AP_AGING or AR_AGING;
 * each takes the parameters that its route has.
 */
export interface ReportRequest {
  'report'?: (string);
  'effective_date'?: (string);
  'start_date'?: (string);
  'end_date'?: (string);
  'reporting_basis'?: (string);
  /**
   * PREVIOUS_PERIOD or PREVIOUS_YEAR.
   */
  'compare_to'?: (string);
  /**
   * How many periods to compare with.
   */
  'comparison_periods'?: (number);
  'tag_key'?: (string);
  'tag_values'?: (string)[];
  /**
   * The key of the dimension whose values get columns of their own.
   */
  'split_by'?: (string);
  /**
   * The id or the stable name of an account.
   */
  'account_id'?: (string);
  /**
   * Whether the open documents are listed under their vendor or customer.
   */
  'include_documents'?: (boolean);
  '_effective_date'?: "effective_date";
  '_start_date'?: "start_date";
  '_end_date'?: "end_date";
  '_reporting_basis'?: "reporting_basis";
  '_compare_to'?: "compare_to";
  '_comparison_periods'?: "comparison_periods";
  '_tag_key'?: "tag_key";
  '_split_by'?: "split_by";
  '_account_id'?: "account_id";
  '_include_documents'?: "include_documents";
}

/**
 * `report` is TRIAL_BALANCE, PROFIT_AND_LOSS, BALANCE_SHEET, CASHFLOW_STATEMENT, GENERAL_LEDGER, AP_AGING or AR_AGING;
 * each takes the parameters that its route has.
 */
export interface ReportRequest__Output {
  'report': (string);
  'effective_date'?: (string);
  'start_date'?: (string);
  'end_date'?: (string);
  'reporting_basis'?: (string);
  /**
   * PREVIOUS_PERIOD or PREVIOUS_YEAR.
   */
  'compare_to'?: (string);
  /**
   * How many periods to compare with.
   */
  'comparison_periods'?: (number);
  'tag_key'?: (string);
  'tag_values': (string)[];
  /**
   * The key of the dimension whose values get columns of their own.
   */
  'split_by'?: (string);
  /**
   * The id or the stable name of an account.
   */
  'account_id'?: (string);
  /**
   * Whether the open documents are listed under their vendor or customer.
   */
  'include_documents'?: (boolean);
}
