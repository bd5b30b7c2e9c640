// Original file: pacioli/banking/v1/bank_transactions.proto


export interface TaxComponent {
  'code'?: (string);
  'type'?: (string);
  'rate'?: (string);
  'recoverable'?: (boolean);
  'province'?: (string);
  '_province'?: "province";
}

export interface TaxComponent__Output {
  'code': (string);
  'type': (string);
  'rate': (string);
  'recoverable': (boolean);
  'province'?: (string);
}
