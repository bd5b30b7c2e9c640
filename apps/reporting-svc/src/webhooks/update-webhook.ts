import { writeOnce } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { UpdateWebhookRequest__Output, WebhookAnswer } from '@pacioli/protos/reporting'
import type { ClientWrite } from '@pacioli/rpc'
import { failPending } from './delivery.store.ts'
import { endpointUrl } from './endpoint-url.ts'
import { requireLockedWebhook } from './read-webhooks.ts'
import { businessIdsFrom, descriptionFrom, eventTypesFrom } from './webhook-input.ts'
import { toWebhookMessage } from './webhook.messages.ts'
import { updateWebhook as writeWebhook } from './webhook.store.ts'
import { switched, type Webhook } from './webhook.ts'
import type { Webhooks } from './webhooks.ts'

const CLEARABLE = ['description', 'event_types', 'business_ids']

/**
 * Absent fields stay as they are. Disabling fails the pending deliveries; an enabled webhook receives events from then on.
 * @throws WebhookNotFound, InvalidPayload, BusinessNotFound, ServiceUnavailable
 */
export async function updateWebhook(
  webhooks: Webhooks,
  request: ClientWrite,
  input: UpdateWebhookRequest__Output,
): Promise<WebhookAnswer> {
  const { clientId } = request
  const now = webhooks.clock()
  const change = await changeFrom(webhooks, clientId, input)
  return writeOnce<WebhookAnswer>(webhooks.db, request, now, async (tx) => {
    const before = await requireLockedWebhook(tx, clientId, input.webhook_id)
    const changed: Webhook = { ...before, ...change, updatedAt: now }
    const { disabled } = input
    const after = typeof disabled === 'boolean' ? switched(changed, disabled, now) : changed
    await writeWebhook(tx, clientId, after)
    if (after.disabled) await failPending(tx, clientId, after.id, now)
    return { data: toWebhookMessage(after) }
  })
}

/** The checked changes. */
async function changeFrom(
  webhooks: Webhooks,
  clientId: string,
  input: UpdateWebhookRequest__Output,
): Promise<Partial<Webhook>> {
  const { url, description, event_types, business_ids, cleared } = input
  const wrong = cleared.find((field) => !CLEARABLE.includes(field))
  if (wrong !== undefined) throw refused('InvalidPayload', `${wrong} cannot be null.`, { field: wrong })
  const change: Partial<Webhook> = {}
  if (typeof url === 'string') change.url = endpointUrl(url, webhooks.allowPrivate)
  if (typeof description === 'string') change.description = descriptionFrom(description)
  if (event_types) change.eventTypes = eventTypesFrom(event_types.items)
  if (business_ids) change.businessIds = await businessIdsFrom(webhooks, clientId, business_ids.items)
  if (cleared.includes('description')) change.description = null
  if (cleared.includes('event_types')) change.eventTypes = []
  if (cleared.includes('business_ids')) change.businessIds = []
  return change
}
