// Original file: pacioli/banking/v1/bank_accounts.proto


export interface InstitutionInput {
  'name'?: (string);
  'logo'?: (string);
  '_logo'?: "logo";
}

export interface InstitutionInput__Output {
  'name': (string);
  'logo'?: (string);
}
