// Original file: pacioli/reporting/v1/webhooks.proto


export interface WebhookRequest {
  'webhook_id'?: (string);
}

export interface WebhookRequest__Output {
  'webhook_id': (string);
}
