// Original file: pacioli/reporting/v1/webhooks.proto

import type { Webhook as _pacioli_reporting_v1_Webhook, Webhook__Output as _pacioli_reporting_v1_Webhook__Output } from '../../../pacioli/reporting/v1/Webhook.ts';

export interface WebhookAnswer {
  'data'?: (_pacioli_reporting_v1_Webhook | null);
}

export interface WebhookAnswer__Output {
  'data': (_pacioli_reporting_v1_Webhook__Output | null);
}
