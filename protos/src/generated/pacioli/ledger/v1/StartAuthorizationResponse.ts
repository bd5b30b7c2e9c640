// Original file: pacioli/ledger/v1/connections.proto


export interface StartAuthorizationResponse {
  'redirect_url'?: (string);
  'display_name'?: (string);
}

export interface StartAuthorizationResponse__Output {
  'redirect_url': (string);
  'display_name': (string);
}
