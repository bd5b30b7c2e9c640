// Original file: pacioli/billing/v1/bills.proto

import type { BillLineItem as _pacioli_billing_v1_BillLineItem, BillLineItem__Output as _pacioli_billing_v1_BillLineItem__Output } from '../../../pacioli/billing/v1/BillLineItem.ts';
import type { SalesTaxEntry as _pacioli_billing_v1_SalesTaxEntry, SalesTaxEntry__Output as _pacioli_billing_v1_SalesTaxEntry__Output } from '../../../pacioli/billing/v1/SalesTaxEntry.ts';
import type { BillPaymentAllocation as _pacioli_billing_v1_BillPaymentAllocation, BillPaymentAllocation__Output as _pacioli_billing_v1_BillPaymentAllocation__Output } from '../../../pacioli/billing/v1/BillPaymentAllocation.ts';
import type { BillVendorCredit as _pacioli_billing_v1_BillVendorCredit, BillVendorCredit__Output as _pacioli_billing_v1_BillVendorCredit__Output } from '../../../pacioli/billing/v1/BillVendorCredit.ts';
import type { Vendor as _pacioli_billing_v1_Vendor, Vendor__Output as _pacioli_billing_v1_Vendor__Output } from '../../../pacioli/billing/v1/Vendor.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { AccountSummary as _pacioli_billing_v1_AccountSummary, AccountSummary__Output as _pacioli_billing_v1_AccountSummary__Output } from '../../../pacioli/billing/v1/AccountSummary.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `method`, `processor` and `payment_clearing_account` are those of an expense. `subtotal` is the sum of the line items'
 * subtotals, `additional_sales_taxes_total` that of the additional sales taxes.
 */
export interface Bill {
  'id'?: (string);
  'business_id'?: (string);
  'external_id'?: (string);
  'status'?: (string);
  'terms'?: (string);
  'received_at'?: (string);
  'due_at'?: (string);
  'paid_at'?: (string);
  'voided_at'?: (string);
  'memo'?: (string);
  'line_items'?: (_pacioli_billing_v1_BillLineItem)[];
  'additional_sales_taxes'?: (_pacioli_billing_v1_SalesTaxEntry)[];
  'additional_sales_taxes_total'?: (number | string | Long);
  'additional_discount'?: (number | string | Long);
  'subtotal'?: (number | string | Long);
  'total_amount'?: (number | string | Long);
  'outstanding_balance'?: (number | string | Long);
  'payment_allocations'?: (_pacioli_billing_v1_BillPaymentAllocation)[];
  'vendor_credits'?: (_pacioli_billing_v1_BillVendorCredit)[];
  'imported_at'?: (string);
  'updated_at'?: (string);
  'vendor'?: (_pacioli_billing_v1_Vendor | null);
  'transaction_tags'?: (_pacioli_billing_v1_DocumentTag)[];
  'is_expense'?: (boolean);
  'metadata'?: (string);
  'reference_number'?: (string);
  'method'?: (string);
  'processor'?: (string);
  'payment_clearing_account'?: (_pacioli_billing_v1_AccountSummary | null);
  '_external_id'?: "external_id";
  '_terms'?: "terms";
  '_due_at'?: "due_at";
  '_paid_at'?: "paid_at";
  '_voided_at'?: "voided_at";
  '_memo'?: "memo";
  '_vendor'?: "vendor";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
  '_method'?: "method";
  '_processor'?: "processor";
  '_payment_clearing_account'?: "payment_clearing_account";
}

/**
 * `method`, `processor` and `payment_clearing_account` are those of an expense. `subtotal` is the sum of the line items'
 * subtotals, `additional_sales_taxes_total` that of the additional sales taxes.
 */
export interface Bill__Output {
  'id': (string);
  'business_id': (string);
  'external_id'?: (string);
  'status': (string);
  'terms'?: (string);
  'received_at': (string);
  'due_at'?: (string);
  'paid_at'?: (string);
  'voided_at'?: (string);
  'memo'?: (string);
  'line_items': (_pacioli_billing_v1_BillLineItem__Output)[];
  'additional_sales_taxes': (_pacioli_billing_v1_SalesTaxEntry__Output)[];
  'additional_sales_taxes_total': (number);
  'additional_discount': (number);
  'subtotal': (number);
  'total_amount': (number);
  'outstanding_balance': (number);
  'payment_allocations': (_pacioli_billing_v1_BillPaymentAllocation__Output)[];
  'vendor_credits': (_pacioli_billing_v1_BillVendorCredit__Output)[];
  'imported_at': (string);
  'updated_at': (string);
  'vendor'?: (_pacioli_billing_v1_Vendor__Output | null);
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
  'is_expense': (boolean);
  'metadata'?: (string);
  'reference_number'?: (string);
  'method'?: (string);
  'processor'?: (string);
  'payment_clearing_account'?: (_pacioli_billing_v1_AccountSummary__Output | null);
}
