// Original file: pacioli/banking/v1/bank_accounts.proto


export interface Institution {
  'id'?: (string);
  'name'?: (string);
  'logo'?: (string);
  '_id'?: "id";
  '_logo'?: "logo";
}

export interface Institution__Output {
  'id'?: (string);
  'name': (string);
  'logo'?: (string);
}
