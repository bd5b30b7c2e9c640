// Original file: pacioli/ledger/v1/journal.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';

/**
 * `account_id` is an id or a stable name.
 */
export interface ListAccountLinesRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'account_id'?: (string);
  'reporting_basis'?: (string);
  'start_date'?: (string);
  'end_date'?: (string);
  'include_reversals'?: (boolean);
  'tag_key'?: (string);
  'tag_values'?: (string)[];
  /**
   * Whether lines of closing entries are among them; unless said otherwise they are.
   */
  'include_closing'?: (boolean);
  '_reporting_basis'?: "reporting_basis";
  '_start_date'?: "start_date";
  '_end_date'?: "end_date";
  '_include_reversals'?: "include_reversals";
  '_tag_key'?: "tag_key";
  '_include_closing'?: "include_closing";
}

/**
 * `account_id` is an id or a stable name.
 */
export interface ListAccountLinesRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'account_id': (string);
  'reporting_basis'?: (string);
  'start_date'?: (string);
  'end_date'?: (string);
  'include_reversals'?: (boolean);
  'tag_key'?: (string);
  'tag_values': (string)[];
  /**
   * Whether lines of closing entries are among them; unless said otherwise they are.
   */
  'include_closing'?: (boolean);
}
