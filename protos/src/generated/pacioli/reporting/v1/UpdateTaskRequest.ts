// Original file: pacioli/reporting/v1/tasks.proto

import type { TaskDocumentIds as _pacioli_reporting_v1_TaskDocumentIds, TaskDocumentIds__Output as _pacioli_reporting_v1_TaskDocumentIds__Output } from '../../../pacioli/reporting/v1/TaskDocumentIds.ts';

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed.
 */
export interface UpdateTaskRequest {
  'task_id'?: (string);
  'external_id'?: (string);
  'title'?: (string);
  'question'?: (string);
  'status'?: (string);
  'effective_at'?: (string);
  'document_ids'?: (_pacioli_reporting_v1_TaskDocumentIds | null);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'cleared'?: (string)[];
  '_external_id'?: "external_id";
  '_title'?: "title";
  '_question'?: "question";
  '_status'?: "status";
  '_effective_at'?: "effective_at";
  '_document_ids'?: "document_ids";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * Absent fields stay as they are; what the fields in `cleared` held is removed.
 */
export interface UpdateTaskRequest__Output {
  'task_id': (string);
  'external_id'?: (string);
  'title'?: (string);
  'question'?: (string);
  'status'?: (string);
  'effective_at'?: (string);
  'document_ids'?: (_pacioli_reporting_v1_TaskDocumentIds__Output | null);
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'cleared': (string)[];
}
