// Original file: pacioli/reporting/v1/tasks.proto


/**
 * `status` is TODO, ASSIGNED, USER_MARKED_COMPLETED or COMPLETED.
 */
export interface Task {
  'id'?: (string);
  'business_id'?: (string);
  'external_id'?: (string);
  'title'?: (string);
  'question'?: (string);
  'status'?: (string);
  'effective_at'?: (string);
  'user_response'?: (string);
  'responded_at'?: (string);
  'completed_at'?: (string);
  'document_ids'?: (string)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'created_at'?: (string);
  'updated_at'?: (string);
  '_external_id'?: "external_id";
  '_question'?: "question";
  '_user_response'?: "user_response";
  '_responded_at'?: "responded_at";
  '_completed_at'?: "completed_at";
  '_memo'?: "memo";
  '_metadata'?: "metadata";
  '_reference_number'?: "reference_number";
}

/**
 * `status` is TODO, ASSIGNED, USER_MARKED_COMPLETED or COMPLETED.
 */
export interface Task__Output {
  'id': (string);
  'business_id': (string);
  'external_id'?: (string);
  'title': (string);
  'question'?: (string);
  'status': (string);
  'effective_at': (string);
  'user_response'?: (string);
  'responded_at'?: (string);
  'completed_at'?: (string);
  'document_ids': (string)[];
  'memo'?: (string);
  'metadata'?: (string);
  'reference_number'?: (string);
  'created_at': (string);
  'updated_at': (string);
}
