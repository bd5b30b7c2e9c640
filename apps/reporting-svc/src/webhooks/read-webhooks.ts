import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { ListWebhooksResponse, WebhookAnswer } from '@pacioli/protos/reporting'
import { isUuid } from '@pacioli/rpc'
import { toWebhookMessage } from './webhook.messages.ts'
import { findWebhook, findWebhooks, lockWebhook } from './webhook.store.ts'
import type { Webhook } from './webhook.ts'
import type { Webhooks } from './webhooks.ts'

export const listWebhooks = ({ db }: Webhooks, clientId: string): Promise<ListWebhooksResponse> =>
  db.transact({ clientId }, async (tx) => ({
    data: (await findWebhooks(tx, clientId)).map((webhook) => toWebhookMessage(webhook)),
  }))

/** @throws WebhookNotFound */
export const getWebhook = ({ db }: Webhooks, clientId: string, id: string): Promise<WebhookAnswer> =>
  db.transact({ clientId }, async (tx) => ({ data: toWebhookMessage(await requireWebhook(tx, clientId, id)) }))

/** @throws WebhookNotFound, also for a webhook of another client */
export const requireWebhook = (tx: Tx, clientId: string, id: string): Promise<Webhook> =>
  required(id, (known) => findWebhook(tx, clientId, known))

/** The same, locked until the transaction ends. */
export const requireLockedWebhook = (tx: Tx, clientId: string, id: string): Promise<Webhook> =>
  required(id, (known) => lockWebhook(tx, clientId, known))

async function required(id: string, find: (id: string) => Promise<Webhook | undefined>): Promise<Webhook> {
  const webhook = isUuid(id) ? await find(id.toLowerCase()) : undefined
  if (webhook) return webhook
  throw refused('WebhookNotFound', 'The client has no such webhook.', { field: 'webhookId', value: id })
}
