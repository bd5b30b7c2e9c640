// Original file: pacioli/billing/v1/documents.proto

import type { TaxName as _pacioli_billing_v1_TaxName, TaxName__Output as _pacioli_billing_v1_TaxName__Output } from '../../../pacioli/billing/v1/TaxName.ts';
import type { AccountSummary as _pacioli_billing_v1_AccountSummary, AccountSummary__Output as _pacioli_billing_v1_AccountSummary__Output } from '../../../pacioli/billing/v1/AccountSummary.ts';
import type { Long } from '@grpc/proto-loader';

export interface SalesTaxEntry {
  'tax_account'?: (_pacioli_billing_v1_TaxName | null);
  'tax_ledger_account'?: (_pacioli_billing_v1_AccountSummary | null);
  'amount'?: (number | string | Long);
}

export interface SalesTaxEntry__Output {
  'tax_account': (_pacioli_billing_v1_TaxName__Output | null);
  'tax_ledger_account': (_pacioli_billing_v1_AccountSummary__Output | null);
  'amount': (number);
}
