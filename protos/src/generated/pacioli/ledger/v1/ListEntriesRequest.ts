// Original file: pacioli/ledger/v1/journal.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';

export interface ListEntriesRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'start_date'?: (string);
  'end_date'?: (string);
  'entry_type'?: (string);
  'reporting_basis'?: (string);
  'external_id'?: (string);
  'reference_numbers'?: (string)[];
  'tag_key'?: (string);
  'tag_values'?: (string)[];
  '_start_date'?: "start_date";
  '_end_date'?: "end_date";
  '_entry_type'?: "entry_type";
  '_reporting_basis'?: "reporting_basis";
  '_external_id'?: "external_id";
  '_tag_key'?: "tag_key";
}

export interface ListEntriesRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'start_date'?: (string);
  'end_date'?: (string);
  'entry_type'?: (string);
  'reporting_basis'?: (string);
  'external_id'?: (string);
  'reference_numbers': (string)[];
  'tag_key'?: (string);
  'tag_values': (string)[];
}
