// Original file: pacioli/ledger/v1/chart_of_accounts.proto


export interface ListAccountsRequest {
  'end_date'?: (string);
  'reporting_basis'?: (string);
  'include_archived'?: (boolean);
  'tag_key'?: (string);
  'tag_values'?: (string)[];
  '_end_date'?: "end_date";
  '_reporting_basis'?: "reporting_basis";
  '_include_archived'?: "include_archived";
  '_tag_key'?: "tag_key";
}

export interface ListAccountsRequest__Output {
  'end_date'?: (string);
  'reporting_basis'?: (string);
  'include_archived'?: (boolean);
  'tag_key'?: (string);
  'tag_values': (string)[];
}
