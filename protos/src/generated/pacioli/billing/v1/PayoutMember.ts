// Original file: pacioli/billing/v1/payouts.proto

import type { Long } from '@grpc/proto-loader';

/**
 * `amount` is what it brought: of a payment what was paid less its fee, of a refund payment what it took, above zero.
 */
export interface PayoutMember {
  'id'?: (string);
  'external_id'?: (string);
  'amount'?: (number | string | Long);
  '_external_id'?: "external_id";
}

/**
 * `amount` is what it brought: of a payment what was paid less its fee, of a refund payment what it took, above zero.
 */
export interface PayoutMember__Output {
  'id': (string);
  'external_id'?: (string);
  'amount': (number);
}
