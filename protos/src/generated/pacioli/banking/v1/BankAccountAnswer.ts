// Original file: pacioli/banking/v1/bank_accounts.proto

import type { BankAccount as _pacioli_banking_v1_BankAccount, BankAccount__Output as _pacioli_banking_v1_BankAccount__Output } from '../../../pacioli/banking/v1/BankAccount.ts';

/**
 * `created` is false where the external_id named one that exists. `posting` says what became of what was to be posted.
 */
export interface BankAccountAnswer {
  'data'?: (_pacioli_banking_v1_BankAccount | null);
  'created'?: (boolean);
  'posting'?: (string);
  '_posting'?: "posting";
}

/**
 * `created` is false where the external_id named one that exists. `posting` says what became of what was to be posted.
 */
export interface BankAccountAnswer__Output {
  'data': (_pacioli_banking_v1_BankAccount__Output | null);
  'created': (boolean);
  'posting'?: (string);
}
