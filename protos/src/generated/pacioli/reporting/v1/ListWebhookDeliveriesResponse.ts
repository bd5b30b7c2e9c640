// Original file: pacioli/reporting/v1/webhooks.proto

import type { WebhookDelivery as _pacioli_reporting_v1_WebhookDelivery, WebhookDelivery__Output as _pacioli_reporting_v1_WebhookDelivery__Output } from '../../../pacioli/reporting/v1/WebhookDelivery.ts';
import type { Pagination as _pacioli_common_v1_Pagination, Pagination__Output as _pacioli_common_v1_Pagination__Output } from '../../../pacioli/common/v1/Pagination.ts';

export interface ListWebhookDeliveriesResponse {
  'data'?: (_pacioli_reporting_v1_WebhookDelivery)[];
  'pagination'?: (_pacioli_common_v1_Pagination | null);
}

export interface ListWebhookDeliveriesResponse__Output {
  'data': (_pacioli_reporting_v1_WebhookDelivery__Output)[];
  'pagination': (_pacioli_common_v1_Pagination__Output | null);
}
