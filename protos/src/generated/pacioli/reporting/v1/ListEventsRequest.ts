// Original file: pacioli/reporting/v1/events.proto

import type { Long } from '@grpc/proto-loader';

/**
 * `type` has kinds of events, such as `invoice` or `invoice.voided`; all are meant where it is empty.
 */
export interface ListEventsRequest {
  'after'?: (number | string | Long);
  'limit'?: (number);
  'type'?: (string)[];
  '_after'?: "after";
  '_limit'?: "limit";
}

/**
 * `type` has kinds of events, such as `invoice` or `invoice.voided`; all are meant where it is empty.
 */
export interface ListEventsRequest__Output {
  'after'?: (number);
  'limit'?: (number);
  'type': (string)[];
}
