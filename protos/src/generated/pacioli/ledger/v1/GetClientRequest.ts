// Original file: pacioli/ledger/v1/clients.proto


export interface GetClientRequest {
  'client_id'?: (string);
}

export interface GetClientRequest__Output {
  'client_id': (string);
}
