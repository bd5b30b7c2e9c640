import { writeOnce } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { NO_BUSINESS } from '@pacioli/events'
import type { WebhookDeliveryAnswer } from '@pacioli/protos/reporting'
import { isUuid, type ClientWrite } from '@pacioli/rpc'
import { findEvent } from '../event-feed/feed.store.ts'
import type { Delivery } from './delivery.ts'
import { findAttempts, findDelivery, lockDelivery, makeDue } from './delivery.store.ts'
import { requireLockedWebhook } from './read-webhooks.ts'
import { toDeliveryMessage } from './webhook.messages.ts'
import type { Webhooks } from './webhooks.ts'

/**
 * Sends a delivery again at once, whatever its status. One that was never tried keeps its place in line; one that is being sent
 * is sent again afterwards.
 * @throws WebhookNotFound, DeliveryNotFound, WebhookDisabled; EventsPurged for an event that is purged
 */
export async function retryDelivery(
  webhooks: Webhooks,
  request: ClientWrite,
  { webhookId, deliveryId }: { webhookId: string; deliveryId: string },
): Promise<WebhookDeliveryAnswer> {
  const { db, clock, wake } = webhooks
  const { clientId } = request
  const now = clock()
  const found = await findRetryable(webhooks, clientId, webhookId, deliveryId)
  return writeOnce<WebhookDeliveryAnswer>(db, request, now, async (tx) => {
    const webhook = await requireLockedWebhook(tx, clientId, webhookId)
    const delivery = found && (await lockDelivery(tx, clientId, found))
    if (!delivery) throw notFound(deliveryId)
    if (webhook.disabled && delivery.businessId !== NO_BUSINESS)
      throw refused('WebhookDisabled', 'The webhook is disabled. Enable it with `disabled: false` first.')
    await makeDue(tx, clientId, delivery, now)
    const attempts = await findAttempts(tx, clientId, webhook.id, [delivery])
    tx.afterCommit(wake)
    const due = { ...delivery, status: 'PENDING' as const, nextAttemptAt: now, finishedAt: null }
    return { data: toDeliveryMessage(due, attempts.get(delivery.id) ?? []) }
  })
}

/** The delivery, if its event is still in the feed of its business, which is another tenant than the client. */
async function findRetryable(
  { db }: Webhooks,
  clientId: string,
  webhookId: string,
  deliveryId: string,
): Promise<Delivery | undefined> {
  if (!isUuid(webhookId) || !isUuid(deliveryId)) return undefined
  const delivery = await db.transact({ clientId }, (tx) => findDelivery(tx, clientId, webhookId, deliveryId))
  if (!delivery || delivery.businessId === NO_BUSINESS) return delivery
  const { businessId, position } = delivery
  const event = await db.transact({ clientId, businessId }, (tx) => findEvent(tx, businessId, position))
  if (!event) throw refused('EventsPurged', 'The event is not kept any more. Fetch the present state from the API.')
  return delivery
}

const notFound = (deliveryId: string) =>
  refused('DeliveryNotFound', 'The webhook has no such delivery.', { field: 'deliveryId', value: deliveryId })
