// Original file: pacioli/ledger/v1/chart_of_accounts.proto


export interface GetChartRequest {
  'include_archived'?: (boolean);
  '_include_archived'?: "include_archived";
}

export interface GetChartRequest__Output {
  'include_archived'?: (boolean);
}
