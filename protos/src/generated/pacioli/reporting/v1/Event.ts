// Original file: pacioli/reporting/v1/events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * `data` is JSON text: the state of the aggregate after the event, or a reference to one too large to travel.
 */
export interface Event {
  'id'?: (string);
  'type'?: (string);
  'timestamp'?: (string);
  'business_id'?: (string);
  'position'?: (number | string | Long);
  'aggregate_type'?: (string);
  'aggregate_id'?: (string);
  'aggregate_version'?: (number | string | Long);
  'data'?: (string);
}

/**
 * `data` is JSON text: the state of the aggregate after the event, or a reference to one too large to travel.
 */
export interface Event__Output {
  'id': (string);
  'type': (string);
  'timestamp': (string);
  'business_id': (string);
  'position': (number);
  'aggregate_type': (string);
  'aggregate_id': (string);
  'aggregate_version': (number);
  'data': (string);
}
