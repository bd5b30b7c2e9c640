// Original file: pacioli/common/v1/common.proto


export interface TagKeyValue {
  'key'?: (string);
  'value'?: (string);
  'dimension_display_name'?: (string);
  'value_display_name'?: (string);
  '_dimension_display_name'?: "dimension_display_name";
  '_value_display_name'?: "value_display_name";
}

export interface TagKeyValue__Output {
  'key': (string);
  'value': (string);
  'dimension_display_name'?: (string);
  'value_display_name'?: (string);
}
