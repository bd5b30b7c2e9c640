// Original file: pacioli/ledger/v1/clients.proto


export interface AuthenticateClientRequest {
  'client_id'?: (string);
  'client_secret'?: (string);
}

export interface AuthenticateClientRequest__Output {
  'client_id': (string);
  'client_secret': (string);
}
