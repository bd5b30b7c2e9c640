// Original file: pacioli/ledger/v1/processors.proto


export interface GetProcessorConfigurationRequest {
  'processor'?: (string);
}

export interface GetProcessorConfigurationRequest__Output {
  'processor': (string);
}
