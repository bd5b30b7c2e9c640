// Original file: pacioli/billing/v1/customers.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';

/**
 * `q` is looked for in the names, e-mail addresses and external ids; every word must be found.
 */
export interface ListCustomersRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'status'?: (string);
  'external_id'?: (string);
  'reference_numbers'?: (string)[];
  'email'?: (string);
  'q'?: (string);
  'tag_key'?: (string);
  'tag_values'?: (string)[];
  '_status'?: "status";
  '_external_id'?: "external_id";
  '_email'?: "email";
  '_q'?: "q";
  '_tag_key'?: "tag_key";
}

/**
 * `q` is looked for in the names, e-mail addresses and external ids; every word must be found.
 */
export interface ListCustomersRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'status'?: (string);
  'external_id'?: (string);
  'reference_numbers': (string)[];
  'email'?: (string);
  'q'?: (string);
  'tag_key'?: (string);
  'tag_values': (string)[];
}
