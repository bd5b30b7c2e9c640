import { writeOnce } from '@pacioli/db'
import type { WebhookDeliveryAnswer } from '@pacioli/protos/reporting'
import type { ClientWrite } from '@pacioli/rpc'
import { pingDelivery } from './delivery.ts'
import { insertDeliveries } from './delivery.store.ts'
import { requireWebhook } from './read-webhooks.ts'
import { toDeliveryMessage } from './webhook.messages.ts'
import type { Webhooks } from './webhooks.ts'

/** Sends a ping, once, also to a disabled webhook: the delivery shows the outcome. @throws WebhookNotFound */
export function testWebhook(
  { db, newId, clock, wake }: Webhooks,
  request: ClientWrite,
  webhookId: string,
): Promise<WebhookDeliveryAnswer> {
  const { clientId } = request
  const now = clock()
  return writeOnce<WebhookDeliveryAnswer>(db, request, now, async (tx) => {
    const webhook = await requireWebhook(tx, clientId, webhookId)
    const ping = pingDelivery(newId(), webhook.id, now)
    await insertDeliveries(tx, [{ ...ping, clientId }])
    tx.afterCommit(wake)
    return { data: toDeliveryMessage(ping, []) }
  })
}
