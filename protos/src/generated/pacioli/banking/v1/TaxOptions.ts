// Original file: pacioli/banking/v1/bank_transactions.proto

import type { TaxOption as _pacioli_banking_v1_TaxOption, TaxOption__Output as _pacioli_banking_v1_TaxOption__Output } from '../../../pacioli/banking/v1/TaxOption.ts';

export interface TaxOptions {
  'canada'?: (_pacioli_banking_v1_TaxOption)[];
}

export interface TaxOptions__Output {
  'canada': (_pacioli_banking_v1_TaxOption__Output)[];
}
