// Original file: pacioli/reporting/v1/webhooks.proto

import type { PageRequest as _pacioli_common_v1_PageRequest, PageRequest__Output as _pacioli_common_v1_PageRequest__Output } from '../../../pacioli/common/v1/PageRequest.ts';

export interface ListWebhookDeliveriesRequest {
  'webhook_id'?: (string);
  'page'?: (_pacioli_common_v1_PageRequest | null);
  'status'?: (string);
  'business_id'?: (string);
  'event_id'?: (string);
  '_status'?: "status";
  '_business_id'?: "business_id";
  '_event_id'?: "event_id";
}

export interface ListWebhookDeliveriesRequest__Output {
  'webhook_id': (string);
  'page': (_pacioli_common_v1_PageRequest__Output | null);
  'status'?: (string);
  'business_id'?: (string);
  'event_id'?: (string);
}
