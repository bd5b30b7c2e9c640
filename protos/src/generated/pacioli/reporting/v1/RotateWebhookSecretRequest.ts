// Original file: pacioli/reporting/v1/webhooks.proto


export interface RotateWebhookSecretRequest {
  'webhook_id'?: (string);
  'secret'?: (string);
  '_secret'?: "secret";
}

export interface RotateWebhookSecretRequest__Output {
  'webhook_id': (string);
  'secret'?: (string);
}
