// Original file: pacioli/reporting/v1/tasks.proto


export interface CreateTaskRequest {
  'external_id'?: (string);
  'title'?: (string);
  'question'?: (string);
  /**
   * TODO or ASSIGNED.
   */
  'status'?: (string);
  'effective_at'?: (string);
  'document_ids'?: (string)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  '_external_id'?: "external_id";
  '_question'?: "question";
  '_status'?: "status";
  '_effective_at'?: "effective_at";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

export interface CreateTaskRequest__Output {
  'external_id'?: (string);
  'title': (string);
  'question'?: (string);
  /**
   * TODO or ASSIGNED.
   */
  'status'?: (string);
  'effective_at'?: (string);
  'document_ids': (string)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
}
