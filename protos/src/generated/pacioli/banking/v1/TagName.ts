// Original file: pacioli/banking/v1/bank_accounts.proto


export interface TagName {
  'key'?: (string);
  'value'?: (string);
}

export interface TagName__Output {
  'key': (string);
  'value': (string);
}
