// Original file: pacioli/billing/v1/invoices.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { AccountSummary as _pacioli_billing_v1_AccountSummary, AccountSummary__Output as _pacioli_billing_v1_AccountSummary__Output } from '../../../pacioli/billing/v1/AccountSummary.ts';
import type { SalesTaxEntry as _pacioli_billing_v1_SalesTaxEntry, SalesTaxEntry__Output as _pacioli_billing_v1_SalesTaxEntry__Output } from '../../../pacioli/billing/v1/SalesTaxEntry.ts';
import type { RefundAllocation as _pacioli_billing_v1_RefundAllocation, RefundAllocation__Output as _pacioli_billing_v1_RefundAllocation__Output } from '../../../pacioli/billing/v1/RefundAllocation.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { Long } from '@grpc/proto-loader';

export interface InvoiceLineItem {
  'id'?: (string);
  'external_id'?: (string);
  'invoice_id'?: (string);
  'account_identifier'?: (_pacioli_common_v1_AccountIdentifier | null);
  'ledger_account'?: (_pacioli_billing_v1_AccountSummary | null);
  'prepayment_account'?: (_pacioli_billing_v1_AccountSummary | null);
  'description'?: (string);
  'product'?: (string);
  'unit_price'?: (number | string | Long);
  'quantity'?: (string);
  'subtotal'?: (number | string | Long);
  'discount_amount'?: (number | string | Long);
  'sales_taxes_total'?: (number | string | Long);
  'sales_taxes'?: (_pacioli_billing_v1_SalesTaxEntry)[];
  'total_amount'?: (number | string | Long);
  /**
   * Those that hang on this line item.
   */
  'refund_allocations'?: (_pacioli_billing_v1_RefundAllocation)[];
  'transaction_tags'?: (_pacioli_billing_v1_DocumentTag)[];
  'time_entry_id'?: (string);
  '_external_id'?: "external_id";
  '_prepayment_account'?: "prepayment_account";
  '_description'?: "description";
  '_product'?: "product";
  '_time_entry_id'?: "time_entry_id";
}

export interface InvoiceLineItem__Output {
  'id': (string);
  'external_id'?: (string);
  'invoice_id': (string);
  'account_identifier': (_pacioli_common_v1_AccountIdentifier__Output | null);
  'ledger_account': (_pacioli_billing_v1_AccountSummary__Output | null);
  'prepayment_account'?: (_pacioli_billing_v1_AccountSummary__Output | null);
  'description'?: (string);
  'product'?: (string);
  'unit_price': (number);
  'quantity': (string);
  'subtotal': (number);
  'discount_amount': (number);
  'sales_taxes_total': (number);
  'sales_taxes': (_pacioli_billing_v1_SalesTaxEntry__Output)[];
  'total_amount': (number);
  /**
   * Those that hang on this line item.
   */
  'refund_allocations': (_pacioli_billing_v1_RefundAllocation__Output)[];
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
  'time_entry_id'?: (string);
}
