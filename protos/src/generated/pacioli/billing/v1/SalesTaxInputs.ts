// Original file: pacioli/billing/v1/documents.proto

import type { SalesTaxInput as _pacioli_billing_v1_SalesTaxInput, SalesTaxInput__Output as _pacioli_billing_v1_SalesTaxInput__Output } from '../../../pacioli/billing/v1/SalesTaxInput.ts';

export interface SalesTaxInputs {
  'items'?: (_pacioli_billing_v1_SalesTaxInput)[];
}

export interface SalesTaxInputs__Output {
  'items': (_pacioli_billing_v1_SalesTaxInput__Output)[];
}
