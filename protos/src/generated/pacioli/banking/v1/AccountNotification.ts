// Original file: pacioli/banking/v1/bank_accounts.proto


export interface AccountNotification {
  'type'?: (string);
  'scope'?: (string);
}

export interface AccountNotification__Output {
  'type': (string);
  'scope': (string);
}
