// Original file: pacioli/ledger/v1/postings.proto


export interface GetBalancesRequest {
  'account_ids'?: (string)[];
  'reporting_basis'?: (string);
  '_reporting_basis'?: "reporting_basis";
}

export interface GetBalancesRequest__Output {
  'account_ids': (string)[];
  'reporting_basis'?: (string);
}
