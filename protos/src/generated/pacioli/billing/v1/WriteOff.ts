// Original file: pacioli/billing/v1/invoices.proto

import type { AccountSummary as _pacioli_billing_v1_AccountSummary, AccountSummary__Output as _pacioli_billing_v1_AccountSummary__Output } from '../../../pacioli/billing/v1/AccountSummary.ts';
import type { DocumentTag as _pacioli_billing_v1_DocumentTag, DocumentTag__Output as _pacioli_billing_v1_DocumentTag__Output } from '../../../pacioli/billing/v1/DocumentTag.ts';
import type { Long } from '@grpc/proto-loader';

export interface WriteOff {
  'id'?: (string);
  'external_id'?: (string);
  'invoice_id'?: (string);
  'amount'?: (number | string | Long);
  'write_off_at'?: (string);
  'destination_ledger_account'?: (_pacioli_billing_v1_AccountSummary | null);
  'memo'?: (string);
  'transaction_tags'?: (_pacioli_billing_v1_DocumentTag)[];
  'imported_at'?: (string);
  'updated_at'?: (string);
  'deleted_at'?: (string);
  '_external_id'?: "external_id";
  '_memo'?: "memo";
  '_deleted_at'?: "deleted_at";
}

export interface WriteOff__Output {
  'id': (string);
  'external_id'?: (string);
  'invoice_id': (string);
  'amount': (number);
  'write_off_at': (string);
  'destination_ledger_account': (_pacioli_billing_v1_AccountSummary__Output | null);
  'memo'?: (string);
  'transaction_tags': (_pacioli_billing_v1_DocumentTag__Output)[];
  'imported_at': (string);
  'updated_at': (string);
  'deleted_at'?: (string);
}
