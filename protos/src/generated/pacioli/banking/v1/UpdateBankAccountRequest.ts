// Original file: pacioli/banking/v1/bank_accounts.proto

import type { InstitutionInput as _pacioli_banking_v1_InstitutionInput, InstitutionInput__Output as _pacioli_banking_v1_InstitutionInput__Output } from '../../../pacioli/banking/v1/InstitutionInput.ts';

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed.
 */
export interface UpdateBankAccountRequest {
  'bank_account_id'?: (string);
  'account_name'?: (string);
  'institution'?: (_pacioli_banking_v1_InstitutionInput | null);
  'notes'?: (string);
  'notify_when_disconnected'?: (boolean);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'cleared'?: (string)[];
  '_account_name'?: "account_name";
  '_institution'?: "institution";
  '_notes'?: "notes";
  '_notify_when_disconnected'?: "notify_when_disconnected";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed.
 */
export interface UpdateBankAccountRequest__Output {
  'bank_account_id': (string);
  'account_name'?: (string);
  'institution'?: (_pacioli_banking_v1_InstitutionInput__Output | null);
  'notes'?: (string);
  'notify_when_disconnected'?: (boolean);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'cleared': (string)[];
}
