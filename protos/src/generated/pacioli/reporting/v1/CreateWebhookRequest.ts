// Original file: pacioli/reporting/v1/webhooks.proto


export interface CreateWebhookRequest {
  'url'?: (string);
  'description'?: (string);
  'event_types'?: (string)[];
  'business_ids'?: (string)[];
  'secret'?: (string);
  '_description'?: "description";
  '_secret'?: "secret";
}

export interface CreateWebhookRequest__Output {
  'url': (string);
  'description'?: (string);
  'event_types': (string)[];
  'business_ids': (string)[];
  'secret'?: (string);
}
