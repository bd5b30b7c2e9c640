// Original file: pacioli/billing/v1/customers.proto

import type { Customer as _pacioli_billing_v1_Customer, Customer__Output as _pacioli_billing_v1_Customer__Output } from '../../../pacioli/billing/v1/Customer.ts';

/**
 * `created` is false where the external_id named one that exists.
 */
export interface CustomerAnswer {
  'data'?: (_pacioli_billing_v1_Customer | null);
  'created'?: (boolean);
}

/**
 * `created` is false where the external_id named one that exists.
 */
export interface CustomerAnswer__Output {
  'data': (_pacioli_billing_v1_Customer__Output | null);
  'created': (boolean);
}
