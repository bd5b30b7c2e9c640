// Original file: pacioli/reporting/v1/tasks.proto


/**
 * The documents come to those that the task has.
 */
export interface RespondToTaskRequest {
  'task_id'?: (string);
  'user_response'?: (string);
  'document_ids'?: (string)[];
}

/**
 * The documents come to those that the task has.
 */
export interface RespondToTaskRequest__Output {
  'task_id': (string);
  'user_response': (string);
  'document_ids': (string)[];
}
