// Original file: pacioli/banking/v1/bank_transactions.proto

import type { TaxComponent as _pacioli_banking_v1_TaxComponent, TaxComponent__Output as _pacioli_banking_v1_TaxComponent__Output } from '../../../pacioli/banking/v1/TaxComponent.ts';

export interface TaxOption {
  'code'?: (string);
  'display_name'?: (string);
  'type'?: (string);
  'total_rate'?: (string);
  'components'?: (_pacioli_banking_v1_TaxComponent)[];
  'province'?: (string);
  'effective_from'?: (string);
  'effective_to'?: (string);
  '_province'?: "province";
  '_effective_from'?: "effective_from";
  '_effective_to'?: "effective_to";
}

export interface TaxOption__Output {
  'code': (string);
  'display_name': (string);
  'type': (string);
  'total_rate': (string);
  'components': (_pacioli_banking_v1_TaxComponent__Output)[];
  'province'?: (string);
  'effective_from'?: (string);
  'effective_to'?: (string);
}
