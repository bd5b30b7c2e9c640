/** What is found by an id, an external_id, a reference number or a request. */
import type { Kind } from '@pacioli/search'

const none = { externalId: null, referenceNumber: null } as const

export const searchedKinds: readonly Kind[] = [
  { type: 'business', from: 'businesses k', businessId: 'k.id', referenceNumber: null },
  { type: 'account', from: 'accounts k', ...none },
  { type: 'entry', from: 'journal_entries k', createdAt: 'k.recorded_at' },
  { type: 'entry_line', from: 'line_items k', ...none, requestId: null, parent: 'k.entry_id' },
  {
    type: 'closing_action',
    from: 'closing_actions k',
    externalId: null,
    // The row of its request has the id of the caller's.
    requestId: `(SELECT c.request_id FROM closing_requests c WHERE c.business_id = $1 AND c.id = k.request_id)`,
    ofRequest: `k.request_id IN (SELECT c.id FROM closing_requests c WHERE c.business_id = $1 AND c.request_id = $2::text)`,
  },
  { type: 'tag_dimension', from: 'tag_dimensions k', ...none, live: 'k.deleted_at IS NULL' },
  { type: 'tag_value', from: 'tag_definitions k', ...none, parent: 'k.dimension_id' },
]
