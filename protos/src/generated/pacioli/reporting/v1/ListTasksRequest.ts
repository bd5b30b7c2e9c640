// Original file: pacioli/reporting/v1/tasks.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';

export interface ListTasksRequest {
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'statuses'?: (string)[];
  'external_id'?: (string);
  'reference_numbers'?: (string)[];
  'start_date'?: (string);
  'end_date'?: (string);
  '_external_id'?: "external_id";
  '_start_date'?: "start_date";
  '_end_date'?: "end_date";
}

export interface ListTasksRequest__Output {
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'statuses': (string)[];
  'external_id'?: (string);
  'reference_numbers': (string)[];
  'start_date'?: (string);
  'end_date'?: (string);
}
