// Original file: pacioli/reporting/v1/webhooks.proto

import type { WebhookAttempt as _pacioli_reporting_v1_WebhookAttempt, WebhookAttempt__Output as _pacioli_reporting_v1_WebhookAttempt__Output } from '../../../pacioli/reporting/v1/WebhookAttempt.ts';
import type { Long } from '@grpc/proto-loader';

/**
 * `business_id` and `position` are not set for a ping.
 */
export interface WebhookDelivery {
  'id'?: (string);
  'webhook_id'?: (string);
  'business_id'?: (string);
  'position'?: (number | string | Long);
  'event_id'?: (string);
  'event_type'?: (string);
  'status'?: (string);
  'attempts'?: (_pacioli_reporting_v1_WebhookAttempt)[];
  'next_attempt_at'?: (string);
  'created_at'?: (string);
  'finished_at'?: (string);
  '_business_id'?: "business_id";
  '_position'?: "position";
  '_next_attempt_at'?: "next_attempt_at";
  '_finished_at'?: "finished_at";
}

/**
 * `business_id` and `position` are not set for a ping.
 */
export interface WebhookDelivery__Output {
  'id': (string);
  'webhook_id': (string);
  'business_id'?: (string);
  'position'?: (number);
  'event_id': (string);
  'event_type': (string);
  'status': (string);
  'attempts': (_pacioli_reporting_v1_WebhookAttempt__Output)[];
  'next_attempt_at'?: (string);
  'created_at': (string);
  'finished_at'?: (string);
}
