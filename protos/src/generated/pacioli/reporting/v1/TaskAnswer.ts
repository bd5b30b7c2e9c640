// Original file: pacioli/reporting/v1/tasks.proto

import type { Task as _pacioli_reporting_v1_Task, Task__Output as _pacioli_reporting_v1_Task__Output } from '../../../pacioli/reporting/v1/Task.ts';

/**
 * `created` is false where the external_id named one that exists.
 */
export interface TaskAnswer {
  'data'?: (_pacioli_reporting_v1_Task | null);
  'created'?: (boolean);
}

/**
 * `created` is false where the external_id named one that exists.
 */
export interface TaskAnswer__Output {
  'data': (_pacioli_reporting_v1_Task__Output | null);
  'created': (boolean);
}
