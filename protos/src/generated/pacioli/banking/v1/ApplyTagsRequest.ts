// Original file: pacioli/banking/v1/bank_accounts.proto

import type { TagKeyValue as _pacioli_common_v1_TagKeyValue, TagKeyValue__Output as _pacioli_common_v1_TagKeyValue__Output } from '../../../pacioli/common/v1/TagKeyValue.ts';

/**
 * The entity types BANK_ACCOUNT and, with BankTransactionsService, BANK_TRANSACTION.
 */
export interface ApplyTagsRequest {
  'entity_type'?: (string);
  'entity_ids'?: (string)[];
  'key_values'?: (_pacioli_common_v1_TagKeyValue)[];
}

/**
 * The entity types BANK_ACCOUNT and, with BankTransactionsService, BANK_TRANSACTION.
 */
export interface ApplyTagsRequest__Output {
  'entity_type': (string);
  'entity_ids': (string)[];
  'key_values': (_pacioli_common_v1_TagKeyValue__Output)[];
}
