// Original file: pacioli/reporting/v1/webhooks.proto


/**
 * A list of its own, so that an empty one can be told from none.
 */
export interface WebhookFilter {
  'items'?: (string)[];
}

/**
 * A list of its own, so that an empty one can be told from none.
 */
export interface WebhookFilter__Output {
  'items': (string)[];
}
