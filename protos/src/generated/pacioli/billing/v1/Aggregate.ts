// Original file: pacioli/billing/v1/replay.proto

import type { Long } from '@grpc/proto-loader';

/**
 * `event` is the CloudEvents JSON that would announce this version, as on the stream.
 */
export interface Aggregate {
  'type'?: (string);
  'id'?: (string);
  'version'?: (number | string | Long);
  'event'?: (string);
}

/**
 * `event` is the CloudEvents JSON that would announce this version, as on the stream.
 */
export interface Aggregate__Output {
  'type': (string);
  'id': (string);
  'version': (number);
  'event': (string);
}
