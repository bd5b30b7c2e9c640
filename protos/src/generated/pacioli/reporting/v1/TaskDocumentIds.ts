// Original file: pacioli/reporting/v1/tasks.proto


export interface TaskDocumentIds {
  'items'?: (string)[];
}

export interface TaskDocumentIds__Output {
  'items': (string)[];
}
