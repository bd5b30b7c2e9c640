// Original file: pacioli/reporting/v1/reports.proto


export interface GetTrialBalanceRequest {
  'effective_date'?: (string);
  'reporting_basis'?: (string);
  '_effective_date'?: "effective_date";
  '_reporting_basis'?: "reporting_basis";
}

export interface GetTrialBalanceRequest__Output {
  'effective_date'?: (string);
  'reporting_basis'?: (string);
}
