// Original file: pacioli/ledger/v1/connections.proto


export interface ProviderRequest {
  'provider'?: (string);
}

export interface ProviderRequest__Output {
  'provider': (string);
}
