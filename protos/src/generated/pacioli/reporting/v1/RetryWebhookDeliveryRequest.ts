// Original file: pacioli/reporting/v1/webhooks.proto


export interface RetryWebhookDeliveryRequest {
  'webhook_id'?: (string);
  'delivery_id'?: (string);
}

export interface RetryWebhookDeliveryRequest__Output {
  'webhook_id': (string);
  'delivery_id': (string);
}
