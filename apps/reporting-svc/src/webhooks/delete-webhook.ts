import type { WebhookAnswer } from '@pacioli/protos/reporting'
import { failPending } from './delivery.store.ts'
import { requireLockedWebhook } from './read-webhooks.ts'
import { toWebhookMessage } from './webhook.messages.ts'
import { deleteWebhook as removeWebhook } from './webhook.store.ts'
import type { Webhooks } from './webhooks.ts'

/** Deletes it with its secrets and fails what is pending; its log is purged in time. @throws WebhookNotFound */
export const deleteWebhook = ({ db, clock }: Webhooks, clientId: string, id: string): Promise<WebhookAnswer> =>
  db.transact({ clientId }, async (tx) => {
    const webhook = await requireLockedWebhook(tx, clientId, id)
    await failPending(tx, clientId, webhook.id, clock())
    await removeWebhook(tx, clientId, webhook.id)
    return { data: toWebhookMessage(webhook) }
  })
