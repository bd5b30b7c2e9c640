// Original file: pacioli/billing/v1/payouts.proto

import type { AccountSummary as _pacioli_billing_v1_AccountSummary, AccountSummary__Output as _pacioli_billing_v1_AccountSummary__Output } from '../../../pacioli/billing/v1/AccountSummary.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * Something else that the processor settled, such as a reserve; CREDIT adds to the payout, DEBIT takes from it.
 */
export interface PayoutTransaction {
  'id'?: (string);
  'external_id'?: (string);
  'amount'?: (number | string | Long);
  'direction'?: (string);
  'ledger_account'?: (_pacioli_billing_v1_AccountSummary | null);
  'description'?: (string);
  'transaction_tags'?: (_pacioli_billing_v1_DocumentTag)[];
  '_external_id'?: "external_id";
  '_description'?: "description";
}

/**
 * Something else that the processor settled, such as a reserve; CREDIT adds to the payout, DEBIT takes from it.
 */
export interface PayoutTransaction__Output {
  'id': (string);
  'external_id'?: (string);
  'amount': (number);
  'direction': (string);
  'ledger_account': (_pacioli_billing_v1_AccountSummary__Output | null);
  'description'?: (string);
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
}
