/** What a search finds by id, external_id, reference number or request. */
import type { Kind } from '@pacioli/search'

export const searchedKinds: readonly Kind[] = [
  { type: 'task', from: 'tasks k' },
  {
    // What a request has changed in any service, as long as its events are kept.
    type: { sql: 'k.aggregate_type' },
    from: 'feed_events k',
    id: null,
    shownId: 'k.aggregate_id',
    externalId: null,
    referenceNumber: null,
    createdAt: null,
    parent: `CASE k.aggregate_type WHEN 'external_account' THEN k.data::json ->> 'bank_account_id'
                                   WHEN 'tag_value' THEN k.data::json ->> 'dimension_id'
                                   WHEN 'invoice_payment_return' THEN k.data::json ->> 'payment_id'
                                   WHEN 'refund_payment' THEN k.data::json ->> 'refund_id' END`,
  },
]
