// Original file: pacioli/reporting/v1/webhooks.proto

import type { Long } from '@grpc/proto-loader';

/**
 * `status_code` is not set where no answer came; `answer` is how it begins.
 */
export interface WebhookAttempt {
  'attempted_at'?: (string);
  'duration_ms'?: (number | string | Long);
  'status_code'?: (number);
  'error'?: (string);
  'answer'?: (string);
  '_status_code'?: "status_code";
  '_error'?: "error";
  '_answer'?: "answer";
}

/**
 * `status_code` is not set where no answer came; `answer` is how it begins.
 */
export interface WebhookAttempt__Output {
  'attempted_at': (string);
  'duration_ms': (number);
  'status_code'?: (number);
  'error'?: (string);
  'answer'?: (string);
}
