// Original file: pacioli/billing/v1/refunds.proto

import type { AccountSummary as _pacioli_billing_v1_AccountSummary, AccountSummary__Output as _pacioli_billing_v1_AccountSummary__Output } from '../../../pacioli/billing/v1/AccountSummary.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * A part of what is refunded, on an account of its own where it names one.
 */
export interface RefundLineItem {
  'id'?: (string);
  'external_id'?: (string);
  'amount'?: (number | string | Long);
  'ledger_account'?: (_pacioli_billing_v1_AccountSummary | null);
  'prepayment_account'?: (_pacioli_billing_v1_AccountSummary | null);
  'transaction_tags'?: (_pacioli_billing_v1_DocumentTag)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_external_id'?: "external_id";
  '_ledger_account'?: "ledger_account";
  '_prepayment_account'?: "prepayment_account";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * A part of what is refunded, on an account of its own where it names one.
 */
export interface RefundLineItem__Output {
  'id': (string);
  'external_id'?: (string);
  'amount': (number);
  'ledger_account'?: (_pacioli_billing_v1_AccountSummary__Output | null);
  'prepayment_account'?: (_pacioli_billing_v1_AccountSummary__Output | null);
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
