// Original file: pacioli/banking/v1/bank_accounts.proto

import type { InstitutionInput as _pacioli_banking_v1_InstitutionInput, InstitutionInput__Output as _pacioli_banking_v1_InstitutionInput__Output } from '../../../pacioli/banking/v1/InstitutionInput.ts';
import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';

export interface CreateBankAccountRequest {
  'external_id'?: (string);
  'account_name'?: (string);
  'account_type'?: (string);
  'account_subtype'?: (string);
  'institution'?: (_pacioli_banking_v1_InstitutionInput | null);
  'account_number'?: (string);
  'notes'?: (string);
  'notify_when_disconnected'?: (boolean);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'tags'?: (_pacioli_common_v1_TagKeyValue)[];
  '_external_id'?: "external_id";
  '_institution'?: "institution";
  '_account_number'?: "account_number";
  '_notes'?: "notes";
  '_notify_when_disconnected'?: "notify_when_disconnected";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

export interface CreateBankAccountRequest__Output {
  'external_id'?: (string);
  'account_name': (string);
  'account_type': (string);
  'account_subtype': (string);
  'institution'?: (_pacioli_banking_v1_InstitutionInput__Output | null);
  'account_number'?: (string);
  'notes'?: (string);
  'notify_when_disconnected'?: (boolean);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'tags': (_pacioli_common_v1_TagKeyValue__Output)[];
}
