// Original file: pacioli/billing/v1/refunds.proto

import type { AccountSummary as _pacioli_billing_v1_AccountSummary, AccountSummary__Output as _pacioli_billing_v1_AccountSummary__Output } from '../../../pacioli/billing/v1/AccountSummary.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `account` is where the processor's fee had been expensed to and is taken back.
 */
export interface RefundedPaymentFee {
  'account'?: (_pacioli_billing_v1_AccountSummary | null);
  'fee_amount'?: (number | string | Long);
  'description'?: (string);
  '_description'?: "description";
}

/**
 * `account` is where the processor's fee had been expensed to and is taken back.
 */
export interface RefundedPaymentFee__Output {
  'account': (_pacioli_billing_v1_AccountSummary__Output | null);
  'fee_amount': (number);
  'description'?: (string);
}
