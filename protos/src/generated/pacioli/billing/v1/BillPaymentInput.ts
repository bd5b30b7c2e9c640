// Original file: pacioli/billing/v1/bill_payments.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { PaymentAllocationInput as _pacioli_billing_v1_PaymentAllocationInput, PaymentAllocationInput__Output as _pacioli_billing_v1_PaymentAllocationInput__Output } from '../../../pacioli/billing/v1/PaymentAllocationInput.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * The vendor is that of the bills; one has to be named where there are none. `paid_at` is now where absent.
 */
export interface BillPaymentInput {
  'external_id'?: (string);
  'vendor_id'?: (string);
  'vendor_external_id'?: (string);
  'paid_at'?: (string);
  'method'?: (string);
  'amount'?: (number | string | Long);
  'processor'?: (string);
  'payment_clearing_account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
  'allocations'?: (_pacioli_billing_v1_PaymentAllocationInput)[];
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_external_id'?: "external_id";
  '_vendor_id'?: "vendor_id";
  '_vendor_external_id'?: "vendor_external_id";
  '_paid_at'?: "paid_at";
  '_processor'?: "processor";
  '_payment_clearing_account_identifier'?: "payment_clearing_account_identifier";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * The vendor is that of the bills; one has to be named where there are none. `paid_at` is now where absent.
 */
export interface BillPaymentInput__Output {
  'external_id'?: (string);
  'vendor_id'?: (string);
  'vendor_external_id'?: (string);
  'paid_at'?: (string);
  'method': (string);
  'amount': (number);
  'processor'?: (string);
  'payment_clearing_account_identifier'?: (_pacioli_common_v1_AccountIdentifier__Output | null);
  'allocations': (_pacioli_billing_v1_PaymentAllocationInput__Output)[];
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
