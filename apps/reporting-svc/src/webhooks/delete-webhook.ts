import type { WebhookAnswer } from '@pacioli/protos/reporting'
import { giveUpPending } from './delivery.store.ts'
import { requireHeldWebhook } from './read-webhooks.ts'
import { toWebhookMessage } from './webhook.messages.ts'
import { deleteWebhook as removeWebhook } from './webhook.store.ts'
import type { Webhooks } from './webhooks.ts'

/** It is told nothing any more, and its secrets are gone. Its log goes with time. @throws WebhookNotFound */
export const deleteWebhook = ({ db, clock }: Webhooks, clientId: string, id: string): Promise<WebhookAnswer> =>
  db.transact({ clientId }, async (tx) => {
    const webhook = await requireHeldWebhook(tx, clientId, id)
    await giveUpPending(tx, clientId, webhook.id, clock())
    await removeWebhook(tx, clientId, webhook.id)
    return { data: toWebhookMessage(webhook) }
  })
