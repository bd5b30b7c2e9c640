// Original file: pacioli/billing/v1/bills.proto

import type { Bill as _pacioli_billing_v1_Bill, Bill__Output as _pacioli_billing_v1_Bill__Output } from '../../../pacioli/billing/v1/Bill.ts';

/**
 * `created` is false where the external_id named one that exists. `posting` says what became of what was to be posted.
 */
export interface BillAnswer {
  'data'?: (_pacioli_billing_v1_Bill | null);
  'created'?: (boolean);
  'posting'?: (string);
  '_posting'?: "posting";
}

/**
 * `created` is false where the external_id named one that exists. `posting` says what became of what was to be posted.
 */
export interface BillAnswer__Output {
  'data': (_pacioli_billing_v1_Bill__Output | null);
  'created': (boolean);
  'posting'?: (string);
}
