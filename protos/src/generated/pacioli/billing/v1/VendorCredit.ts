// Original file: pacioli/billing/v1/vendor_credits.proto

import type { Vendor as _pacioli_billing_v1_Vendor, Vendor__Output as _pacioli_billing_v1_Vendor__Output } from '../../../pacioli/billing/v1/Vendor.ts';
import type { VendorCreditLineItem as _pacioli_billing_v1_VendorCreditLineItem, VendorCreditLineItem__Output as _pacioli_billing_v1_VendorCreditLineItem__Output } from '../../../pacioli/billing/v1/VendorCreditLineItem.ts';
import type { VendorCreditAllocation as _pacioli_billing_v1_VendorCreditAllocation, VendorCreditAllocation__Output as _pacioli_billing_v1_VendorCreditAllocation__Output } from '../../../pacioli/billing/v1/VendorCreditAllocation.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { Long } from '@grpc/proto-loader';

export interface VendorCredit {
  'id'?: (string);
  'external_id'?: (string);
  'vendor'?: (_pacioli_billing_v1_Vendor | null);
  'received_at'?: (string);
  'line_items'?: (_pacioli_billing_v1_VendorCreditLineItem)[];
  'allocations'?: (_pacioli_billing_v1_VendorCreditAllocation)[];
  'created_at'?: (string);
  'updated_at'?: (string);
  'deleted_at'?: (string);
  'transaction_tags'?: (_pacioli_billing_v1_DocumentTag)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'total_amount'?: (number | string | Long);
  'unallocated_amount'?: (number | string | Long);
  '_external_id'?: "external_id";
  '_vendor'?: "vendor";
  '_deleted_at'?: "deleted_at";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

export interface VendorCredit__Output {
  'id': (string);
  'external_id'?: (string);
  'vendor'?: (_pacioli_billing_v1_Vendor__Output | null);
  'received_at': (string);
  'line_items': (_pacioli_billing_v1_VendorCreditLineItem__Output)[];
  'allocations': (_pacioli_billing_v1_VendorCreditAllocation__Output)[];
  'created_at': (string);
  'updated_at': (string);
  'deleted_at'?: (string);
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'total_amount': (number);
  'unallocated_amount': (number);
}
