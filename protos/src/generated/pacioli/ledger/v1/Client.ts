// Original file: pacioli/ledger/v1/clients.proto

import type { Long } from '@grpc/proto-loader';

/**
 * No token that was issued before `tokens_not_before` is accepted.
 */
export interface Client {
  'id'?: (string);
  'name'?: (string);
  'tokens_not_before'?: (string);
  'created_at'?: (string);
  'version'?: (number | string | Long);
  '_tokens_not_before'?: "tokens_not_before";
}

/**
 * No token that was issued before `tokens_not_before` is accepted.
 */
export interface Client__Output {
  'id': (string);
  'name': (string);
  'tokens_not_before'?: (string);
  'created_at': (string);
  'version': (number);
}
