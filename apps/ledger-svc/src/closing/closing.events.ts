/** Events of closings: each carries the state, with its entries by their ids, which are recorded by themselves. */
import { domainEvent, type StagedEvent } from '@pacioli/events'
import type { AnnouncedClosing } from './closing-action.ts'
import { toInputMessage } from './closing.messages.ts'
import type { ClosingRequest } from './closing.ts'

/** What was asked for, by its API names; null is not given. */
function inputOf(request: ClosingRequest) {
  const input = toInputMessage(request)
  return {
    year: input.year ?? null,
    effective_date: input.effective_date ?? null,
    memo: request.memo,
    metadata: request.metadata === null ? null : (JSON.parse(request.metadata) as unknown),
    reference_number: request.referenceNumber,
    ledger_activity_start_timestamp: input.ledger_activity_start_timestamp ?? null,
    retained_earnings_target_account: request.target,
    override_default_tagging_strategy:
      request.override?.map(({ key, value, dimension_display_name, value_display_name }) => ({
        key,
        value,
        dimension_display_name: dimension_display_name ?? null,
        value_display_name: value_display_name ?? null,
      })) ?? null,
  }
}

const stateOf = (action: AnnouncedClosing) => ({
  id: action.id,
  business_id: action.businessId,
  template_closing_action_id: action.requestId,
  closing_action: inputOf(action.request),
  primary_entry_id: action.primary.id,
  secondary_entry_ids: action.secondary.map(({ id }) => id),
  starts_at: action.startsAt.toISOString(),
  closes_at: action.closesAt.toISOString(),
  created_at: action.createdAt.toISOString(),
  reversed_at: action.reversedAt?.toISOString() ?? null,
})

/** Announces the closing as it is: made, or reversed so that its period is open to be closed again. */
export const closingEvent = (
  action: AnnouncedClosing,
  type: 'created' | 'reversed',
  id: string,
  time: Date,
): StagedEvent =>
  domainEvent({
    id,
    time,
    service: 'ledger',
    businessId: action.businessId,
    aggregateType: 'closing_action',
    aggregateId: action.id,
    version: action.version,
    type,
    data: stateOf(action),
  })
