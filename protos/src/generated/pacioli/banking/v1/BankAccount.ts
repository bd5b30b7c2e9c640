// Original file: pacioli/banking/v1/bank_accounts.proto

import type { Institution as _pacioli_banking_v1_Institution, Institution__Output as _pacioli_banking_v1_Institution__Output } from '../../../pacioli/banking/v1/Institution.ts';
import type { AppliedTag as _pacioli_common_v1_AppliedTag, AppliedTag__Output as _pacioli_common_v1_AppliedTag__Output } from '../../../pacioli/common/v1/AppliedTag.ts';
import type { ExternalAccount as _pacioli_banking_v1_ExternalAccount, ExternalAccount__Output as _pacioli_banking_v1_ExternalAccount__Output } from '../../../pacioli/banking/v1/ExternalAccount.ts';
import type { Long } from '@grpc/proto-loader';

export interface BankAccount {
  'id'?: (string);
  'ledger_account_id'?: (string);
  'account_type'?: (string);
  'account_subtype'?: (string);
  'account_name'?: (string);
  'notes'?: (string);
  'notify_when_disconnected'?: (boolean);
  'is_disconnected'?: (boolean);
  'institution'?: (_pacioli_banking_v1_Institution | null);
  'archived_at'?: (string);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'entity_tags'?: (_pacioli_common_v1_AppliedTag)[];
  'external_accounts'?: (_pacioli_banking_v1_ExternalAccount)[];
  'external_id'?: (string);
  'current_ledger_balance'?: (number | string | Long);
  'created_at'?: (string);
  'updated_at'?: (string);
  '_notes'?: "notes";
  '_institution'?: "institution";
  '_archived_at'?: "archived_at";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
  '_external_id'?: "external_id";
}

export interface BankAccount__Output {
  'id': (string);
  'ledger_account_id': (string);
  'account_type': (string);
  'account_subtype': (string);
  'account_name': (string);
  'notes'?: (string);
  'notify_when_disconnected': (boolean);
  'is_disconnected': (boolean);
  'institution'?: (_pacioli_banking_v1_Institution__Output | null);
  'archived_at'?: (string);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'entity_tags': (_pacioli_common_v1_AppliedTag__Output)[];
  'external_accounts': (_pacioli_banking_v1_ExternalAccount__Output)[];
  'external_id'?: (string);
  'current_ledger_balance': (number);
  'created_at': (string);
  'updated_at': (string);
}
