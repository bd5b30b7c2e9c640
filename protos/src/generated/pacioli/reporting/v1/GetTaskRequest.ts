// Original file: pacioli/reporting/v1/tasks.proto


export interface GetTaskRequest {
  'task_id'?: (string);
}

export interface GetTaskRequest__Output {
  'task_id': (string);
}
