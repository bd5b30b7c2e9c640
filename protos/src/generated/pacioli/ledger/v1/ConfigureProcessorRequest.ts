// Original file: pacioli/ledger/v1/processors.proto


export interface ConfigureProcessorRequest {
  'processor'?: (string);
  'secret'?: (string);
}

export interface ConfigureProcessorRequest__Output {
  'processor': (string);
  'secret': (string);
}
