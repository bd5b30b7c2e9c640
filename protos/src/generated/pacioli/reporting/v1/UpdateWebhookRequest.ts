// Original file: pacioli/reporting/v1/webhooks.proto

import type { WebhookFilter as _pacioli_reporting_v1_WebhookFilter, WebhookFilter__Output as _pacioli_reporting_v1_WebhookFilter__Output } from '../../../pacioli/reporting/v1/WebhookFilter.ts';

/**
 * `cleared` names the fields that came as null.
 */
export interface UpdateWebhookRequest {
  'webhook_id'?: (string);
  'url'?: (string);
  'description'?: (string);
  'event_types'?: (_pacioli_reporting_v1_WebhookFilter | null);
  'business_ids'?: (_pacioli_reporting_v1_WebhookFilter | null);
  'disabled'?: (boolean);
  'cleared'?: (string)[];
  '_url'?: "url";
  '_description'?: "description";
  '_disabled'?: "disabled";
}

/**
 * `cleared` names the fields that came as null.
 */
export interface UpdateWebhookRequest__Output {
  'webhook_id': (string);
  'url'?: (string);
  'description'?: (string);
  'event_types': (_pacioli_reporting_v1_WebhookFilter__Output | null);
  'business_ids': (_pacioli_reporting_v1_WebhookFilter__Output | null);
  'disabled'?: (boolean);
  'cleared': (string)[];
}
