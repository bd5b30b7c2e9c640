// Original file: pacioli/billing/v1/invoices.proto

import type { InvoiceLineItem as _pacioli_billing_v1_InvoiceLineItem, InvoiceLineItem__Output as _pacioli_billing_v1_InvoiceLineItem__Output } from '../../../pacioli/billing/v1/InvoiceLineItem.ts';
import type { SalesTaxEntry as _pacioli_billing_v1_SalesTaxEntry, SalesTaxEntry__Output as _pacioli_billing_v1_SalesTaxEntry__Output } from '../../../pacioli/billing/v1/SalesTaxEntry.ts';
import type { AccountSummary as _pacioli_billing_v1_AccountSummary, AccountSummary__Output as _pacioli_billing_v1_AccountSummary__Output } from '../../../pacioli/billing/v1/AccountSummary.ts';
import type { PaidInvoiceAllocation as _pacioli_billing_v1_PaidInvoiceAllocation, PaidInvoiceAllocation__Output as _pacioli_billing_v1_PaidInvoiceAllocation__Output } from '../../../pacioli/billing/v1/PaidInvoiceAllocation.ts';
import type { RefundAllocation as _pacioli_billing_v1_RefundAllocation, RefundAllocation__Output as _pacioli_billing_v1_RefundAllocation__Output } from '../../../pacioli/billing/v1/RefundAllocation.ts';
import type { WriteOff as _pacioli_billing_v1_WriteOff, WriteOff__Output as _pacioli_billing_v1_WriteOff__Output } from '../../../pacioli/billing/v1/WriteOff.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { Customer as _pacioli_billing_v1_Customer, Customer__Output as _pacioli_billing_v1_Customer__Output } from '../../../pacioli/billing/v1/Customer.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `additional_sales_taxes_total` is of line items and of the whole together: a figure to show.
 */
export interface Invoice {
  'id'?: (string);
  'business_id'?: (string);
  'external_id'?: (string);
  'status'?: (string);
  'sent_at'?: (string);
  'due_at'?: (string);
  'paid_at'?: (string);
  'voided_at'?: (string);
  'line_items'?: (_pacioli_billing_v1_InvoiceLineItem)[];
  'subtotal'?: (number | string | Long);
  'additional_discount'?: (number | string | Long);
  'additional_sales_taxes_total'?: (number | string | Long);
  'additional_sales_taxes'?: (_pacioli_billing_v1_SalesTaxEntry)[];
  'tips'?: (number | string | Long);
  'tips_account'?: (_pacioli_billing_v1_AccountSummary | null);
  'total_amount'?: (number | string | Long);
  'outstanding_balance'?: (number | string | Long);
  'memo'?: (string);
  'payment_allocations'?: (_pacioli_billing_v1_PaidInvoiceAllocation)[];
  'refund_allocations'?: (_pacioli_billing_v1_RefundAllocation)[];
  'write_offs'?: (_pacioli_billing_v1_WriteOff)[];
  'imported_at'?: (string);
  'updated_at'?: (string);
  'transaction_tags'?: (_pacioli_billing_v1_DocumentTag)[];
  'metadata'?: (string);
  'reference_number'?: (string);
  'customer'?: (_pacioli_billing_v1_Customer | null);
  '_external_id'?: "external_id";
  '_due_at'?: "due_at";
  '_paid_at'?: "paid_at";
  '_voided_at'?: "voided_at";
  '_tips_account'?: "tips_account";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * `additional_sales_taxes_total` is of line items and of the whole together: a figure to show.
 */
export interface Invoice__Output {
  'id': (string);
  'business_id': (string);
  'external_id'?: (string);
  'status': (string);
  'sent_at': (string);
  'due_at'?: (string);
  'paid_at'?: (string);
  'voided_at'?: (string);
  'line_items': (_pacioli_billing_v1_InvoiceLineItem__Output)[];
  'subtotal': (number);
  'additional_discount': (number);
  'additional_sales_taxes_total': (number);
  'additional_sales_taxes': (_pacioli_billing_v1_SalesTaxEntry__Output)[];
  'tips': (number);
  'tips_account'?: (_pacioli_billing_v1_AccountSummary__Output | null);
  'total_amount': (number);
  'outstanding_balance': (number);
  'memo'?: (string);
  'payment_allocations': (_pacioli_billing_v1_PaidInvoiceAllocation__Output)[];
  'refund_allocations': (_pacioli_billing_v1_RefundAllocation__Output)[];
  'write_offs': (_pacioli_billing_v1_WriteOff__Output)[];
  'imported_at': (string);
  'updated_at': (string);
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
  'metadata'?: (string);
  'reference_number'?: (string);
  'customer': (_pacioli_billing_v1_Customer__Output | null);
}
