// Original file: pacioli/billing/v1/documents.proto


/**
 * A tag on a document: `deleted_at` is never set on what a document carries.
 */
export interface DocumentTag {
  'id'?: (string);
  'key'?: (string);
  'value'?: (string);
  'dimension_id'?: (string);
  'definition_id'?: (string);
  'dimension_display_name'?: (string);
  'value_display_name'?: (string);
  'archived_at'?: (string);
  'created_at'?: (string);
  'updated_at'?: (string);
  'deleted_at'?: (string);
  '_dimension_display_name'?: "dimension_display_name";
  '_value_display_name'?: "value_display_name";
  '_archived_at'?: "archived_at";
  '_deleted_at'?: "deleted_at";
}

/**
 * A tag on a document: `deleted_at` is never set on what a document carries.
 */
export interface DocumentTag__Output {
  'id': (string);
  'key': (string);
  'value': (string);
  'dimension_id': (string);
  'definition_id': (string);
  'dimension_display_name'?: (string);
  'value_display_name'?: (string);
  'archived_at'?: (string);
  'created_at': (string);
  'updated_at': (string);
  'deleted_at'?: (string);
}
