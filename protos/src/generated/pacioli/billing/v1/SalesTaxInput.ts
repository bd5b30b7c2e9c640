// Original file: pacioli/billing/v1/documents.proto

import type { TaxName as _pacioli_billing_v1_TaxName, TaxName__Output as _pacioli_billing_v1_TaxName__Output } from '../../../pacioli/billing/v1/TaxName.ts';
import type { Long } from '@grpc/proto-loader';

export interface SalesTaxInput {
  'amount'?: (number | string | Long);
  'tax_account'?: (_pacioli_billing_v1_TaxName | null);
}

export interface SalesTaxInput__Output {
  'amount': (number);
  'tax_account': (_pacioli_billing_v1_TaxName__Output | null);
}
