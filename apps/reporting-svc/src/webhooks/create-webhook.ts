import { refused } from '@pacioli/errors'
import type { CreateWebhookRequest__Output, WebhookAnswer } from '@pacioli/protos/reporting'
import { endpointUrl } from './endpoint-url.ts'
import { storeSecret } from './sealed-secrets.ts'
import { requireValidSecret, SECRET_BYTES, secretOfBytes } from './signing-secret.ts'
import { businessIdsFrom, descriptionFrom, eventTypesFrom } from './webhook-input.ts'
import { toWebhookMessage } from './webhook.messages.ts'
import { findWebhooks, lockWebhooksOf, insertWebhook } from './webhook.store.ts'
import { MAX_WEBHOOKS, type Webhook } from './webhook.ts'
import type { Webhooks } from './webhooks.ts'

/**
 * Creates an endpoint, which receives events from now on. There is no Idempotency-Key: request and response may contain a secret,
 * and neither is stored for a repeat.
 * @throws InvalidPayload, BusinessNotFound, TooManyWebhooks, ServiceUnavailable
 */
export async function createWebhook(
  webhooks: Webhooks,
  clientId: string,
  input: CreateWebhookRequest__Output,
): Promise<WebhookAnswer> {
  const { db, vault, newId, clock, allowPrivate } = webhooks
  const now = clock()
  const given = input.secret ?? undefined
  const secret = given === undefined ? secretOfBytes(webhooks.randomBytes(SECRET_BYTES)) : requireValidSecret(given)
  const webhook: Webhook = {
    id: newId(),
    url: endpointUrl(input.url, allowPrivate),
    description: descriptionFrom(input.description ?? undefined),
    eventTypes: eventTypesFrom(input.event_types),
    businessIds: await businessIdsFrom(webhooks, clientId, input.business_ids),
    disabled: null,
    failingSince: null,
    createdAt: now,
    updatedAt: now,
  }
  await db.transact({ clientId }, async (tx) => {
    await lockWebhooksOf(tx, clientId)
    if ((await findWebhooks(tx, clientId)).length >= MAX_WEBHOOKS)
      throw refused('TooManyWebhooks', `A client has at most ${MAX_WEBHOOKS} webhooks. Delete one first.`)
    await insertWebhook(tx, clientId, webhook)
    await storeSecret(tx, vault, { clientId, webhookId: webhook.id, now }, newId(), secret)
  })
  return { data: toWebhookMessage(webhook, given === undefined ? secret : undefined) }
}
