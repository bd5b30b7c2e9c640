// Original file: pacioli/reporting/v1/webhooks.proto


/**
 * Empty lists mean all. `secret` is set where it was just made, and never again.
 */
export interface Webhook {
  'id'?: (string);
  'url'?: (string);
  'description'?: (string);
  'event_types'?: (string)[];
  'business_ids'?: (string)[];
  'status'?: (string);
  'disabled_at'?: (string);
  'disabled_reason'?: (string);
  'failing_since'?: (string);
  'secret'?: (string);
  'created_at'?: (string);
  'updated_at'?: (string);
  '_description'?: "description";
  '_disabled_at'?: "disabled_at";
  '_disabled_reason'?: "disabled_reason";
  '_failing_since'?: "failing_since";
  '_secret'?: "secret";
}

/**
 * Empty lists mean all. `secret` is set where it was just made, and never again.
 */
export interface Webhook__Output {
  'id': (string);
  'url': (string);
  'description'?: (string);
  'event_types': (string)[];
  'business_ids': (string)[];
  'status': (string);
  'disabled_at'?: (string);
  'disabled_reason'?: (string);
  'failing_since'?: (string);
  'secret'?: (string);
  'created_at': (string);
  'updated_at': (string);
}
