// Original file: pacioli/billing/v1/invoice_payments.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { InvoicePaymentAllocationInput as _pacioli_billing_v1_InvoicePaymentAllocationInput, InvoicePaymentAllocationInput__Output as _pacioli_billing_v1_InvoicePaymentAllocationInput__Output } from '../../../pacioli/billing/v1/InvoicePaymentAllocationInput.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * The customer is that of the invoices; one has to be named where there are none. `paid_at` is now where absent.
 */
export interface InvoicePaymentInput {
  'external_id'?: (string);
  'customer_id'?: (string);
  'customer_external_id'?: (string);
  'paid_at'?: (string);
  'method'?: (string);
  'amount'?: (number | string | Long);
  'fee'?: (number | string | Long);
  'processor'?: (string);
  'payment_clearing_account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
  'allocations'?: (_pacioli_billing_v1_InvoicePaymentAllocationInput)[];
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_external_id'?: "external_id";
  '_customer_id'?: "customer_id";
  '_customer_external_id'?: "customer_external_id";
  '_paid_at'?: "paid_at";
  '_fee'?: "fee";
  '_processor'?: "processor";
  '_payment_clearing_account_identifier'?: "payment_clearing_account_identifier";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * The customer is that of the invoices; one has to be named where there are none. `paid_at` is now where absent.
 */
export interface InvoicePaymentInput__Output {
  'external_id'?: (string);
  'customer_id'?: (string);
  'customer_external_id'?: (string);
  'paid_at'?: (string);
  'method': (string);
  'amount': (number);
  'fee'?: (number);
  'processor'?: (string);
  'payment_clearing_account_identifier'?: (_pacioli_common_v1_AccountIdentifier__Output | null);
  'allocations': (_pacioli_billing_v1_InvoicePaymentAllocationInput__Output)[];
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
