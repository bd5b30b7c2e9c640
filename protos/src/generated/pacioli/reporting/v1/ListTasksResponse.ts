// Original file: pacioli/reporting/v1/tasks.proto

import type { Task as _pacioli_reporting_v1_Task, Task__Output as _pacioli_reporting_v1_Task__Output } from '../../../pacioli/reporting/v1/Task.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListTasksResponse {
  'data'?: (_pacioli_reporting_v1_Task)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListTasksResponse__Output {
  'data': (_pacioli_reporting_v1_Task__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
