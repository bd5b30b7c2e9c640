// Original file: pacioli/billing/v1/invoices.proto

import type { AccountIdentifier as _pacioli_common_v1_AccountIdentifier, AccountIdentifier__Output as _pacioli_common_v1_AccountIdentifier__Output } from '../../../pacioli/common/v1/AccountIdentifier.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * All that is outstanding where `amount` is absent; now where `write_off_at` is; BAD_DEBT where no account is named.
 */
export interface WriteOffInvoiceRequest {
  'invoice_id'?: (string);
  'external_id'?: (string);
  'amount'?: (number | string | Long);
  'write_off_at'?: (string);
  'destination_ledger_account'?: (_pacioli_common_v1_AccountIdentifier | null);
  'memo'?: (string);
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  '_external_id'?: "external_id";
  '_amount'?: "amount";
  '_write_off_at'?: "write_off_at";
  '_destination_ledger_account'?: "destination_ledger_account";
  '_memo'?: "memo";
}

/**
 * All that is outstanding where `amount` is absent; now where `write_off_at` is; BAD_DEBT where no account is named.
 */
export interface WriteOffInvoiceRequest__Output {
  'invoice_id': (string);
  'external_id'?: (string);
  'amount'?: (number);
  'write_off_at'?: (string);
  'destination_ledger_account'?: (_pacioli_common_v1_AccountIdentifier__Output | null);
  'memo'?: (string);
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
}
