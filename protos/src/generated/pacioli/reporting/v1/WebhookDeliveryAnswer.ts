// Original file: pacioli/reporting/v1/webhooks.proto

import type { WebhookDelivery as _pacioli_reporting_v1_WebhookDelivery, WebhookDelivery__Output as _pacioli_reporting_v1_WebhookDelivery__Output } from '../../../pacioli/reporting/v1/WebhookDelivery.ts';

export interface WebhookDeliveryAnswer {
  'data'?: (_pacioli_reporting_v1_WebhookDelivery | null);
}

export interface WebhookDeliveryAnswer__Output {
  'data': (_pacioli_reporting_v1_WebhookDelivery__Output | null);
}
