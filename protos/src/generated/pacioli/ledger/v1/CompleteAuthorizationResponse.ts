// Original file: pacioli/ledger/v1/connections.proto

import type { Connection as _pacioli_ledger_v1_Connection, Connection__Output as _pacioli_ledger_v1_Connection__Output } from '../../../pacioli/ledger/v1/Connection.ts';

/**
 * `return_url` is where to send the person on to, with how it went, if the provider is configured with such a page; only
 * then does a refusal come as an answer, without `data`.
 */
export interface CompleteAuthorizationResponse {
  'data'?: (_pacioli_ledger_v1_Connection | null);
  'return_url'?: (string);
  '_return_url'?: "return_url";
}

/**
 * `return_url` is where to send the person on to, with how it went, if the provider is configured with such a page; only
 * then does a refusal come as an answer, without `data`.
 */
export interface CompleteAuthorizationResponse__Output {
  'data': (_pacioli_ledger_v1_Connection__Output | null);
  'return_url'?: (string);
}
