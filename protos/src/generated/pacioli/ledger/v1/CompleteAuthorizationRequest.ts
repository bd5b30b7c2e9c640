// Original file: pacioli/ledger/v1/connections.proto


/**
 * The query of the request that the provider sent the person back with.
 */
export interface CompleteAuthorizationRequest {
  'provider'?: (string);
  'state'?: (string);
  'parameters'?: ({[key: string]: string});
}

/**
 * The query of the request that the provider sent the person back with.
 */
export interface CompleteAuthorizationRequest__Output {
  'provider': (string);
  'state': (string);
  'parameters': ({[key: string]: string});
}
