// Original file: pacioli/billing/v1/bills.proto

import type { VendorCredit as _pacioli_billing_v1_VendorCredit, VendorCredit__Output as _pacioli_billing_v1_VendorCredit__Output } from '../../../pacioli/billing/v1/VendorCredit.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * What of a vendor credit went to this bill. `vendor_credit` comes without its allocations.
 */
export interface BillVendorCredit {
  'id'?: (string);
  'vendor_credit_id'?: (string);
  'amount'?: (number | string | Long);
  'vendor_credit'?: (_pacioli_billing_v1_VendorCredit | null);
  'bill_id'?: (string);
  'allocated_at'?: (string);
}

/**
 * What of a vendor credit went to this bill. `vendor_credit` comes without its allocations.
 */
export interface BillVendorCredit__Output {
  'id': (string);
  'vendor_credit_id': (string);
  'amount': (number);
  'vendor_credit': (_pacioli_billing_v1_VendorCredit__Output | null);
  'bill_id': (string);
  'allocated_at': (string);
}
