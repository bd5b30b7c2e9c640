// Original file: pacioli/ledger/v1/processors.proto


export interface ProcessorConfiguration {
  'processor'?: (string);
  'display_name'?: (string);
  'secret_last_4'?: (string);
  'updated_at'?: (string);
}

export interface ProcessorConfiguration__Output {
  'processor': (string);
  'display_name': (string);
  'secret_last_4': (string);
  'updated_at': (string);
}
