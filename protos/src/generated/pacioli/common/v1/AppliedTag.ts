// Original file: pacioli/common/v1/common.proto


export interface AppliedTag {
  'id'?: (string);
  'key'?: (string);
  'value'?: (string);
  'dimension_id'?: (string);
  'definition_id'?: (string);
  'dimension_display_name'?: (string);
  'value_display_name'?: (string);
  'archived_at'?: (string);
  '_dimension_display_name'?: "dimension_display_name";
  '_value_display_name'?: "value_display_name";
  '_archived_at'?: "archived_at";
}

export interface AppliedTag__Output {
  'id': (string);
  'key': (string);
  'value': (string);
  'dimension_id': (string);
  'definition_id': (string);
  'dimension_display_name'?: (string);
  'value_display_name'?: (string);
  'archived_at'?: (string);
}
