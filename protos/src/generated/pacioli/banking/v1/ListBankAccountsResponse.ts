// Original file: pacioli/banking/v1/bank_accounts.proto

import type { BankAccount as _pacioli_banking_v1_BankAccount, BankAccount__Output as _pacioli_banking_v1_BankAccount__Output } from '../../../pacioli/banking/v1/BankAccount.ts';

export interface ListBankAccountsResponse {
  'data'?: (_pacioli_banking_v1_BankAccount)[];
}

export interface ListBankAccountsResponse__Output {
  'data': (_pacioli_banking_v1_BankAccount__Output)[];
}
