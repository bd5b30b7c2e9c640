// Original file: pacioli/billing/v1/vendor_credits.proto

import type { AccountSummary as _pacioli_billing_v1_AccountSummary, AccountSummary__Output as _pacioli_billing_v1_AccountSummary__Output } from '../../../pacioli/billing/v1/AccountSummary.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { Long } from '@grpc/proto-loader';

export interface VendorCreditLineItem {
  'id'?: (string);
  'amount'?: (number | string | Long);
  'ledger_account'?: (_pacioli_billing_v1_AccountSummary | null);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'transaction_tags'?: (_pacioli_billing_v1_DocumentTag)[];
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

export interface VendorCreditLineItem__Output {
  'id': (string);
  'amount': (number);
  'ledger_account': (_pacioli_billing_v1_AccountSummary__Output | null);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
}
