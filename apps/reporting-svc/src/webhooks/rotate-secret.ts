import type { RotateWebhookSecretRequest__Output, WebhookAnswer } from '@pacioli/protos/reporting'
import { requireHeldWebhook } from './read-webhooks.ts'
import { keepSecret } from './sealed-secrets.ts'
import { expireSecret } from './secret.store.ts'
import { GRACE_MS, requireSound, SECRET_BYTES, secretOfBytes } from './signing-secret.ts'
import { toWebhookMessage } from './webhook.messages.ts'
import { updateWebhook } from './webhook.store.ts'
import type { Webhooks } from './webhooks.ts'

/**
 * Signs with another secret from now on, and for a day with the one before as well, so that the receiver can change over.
 * Not repeatable by Idempotency-Key, as creating is not.
 * @throws WebhookNotFound, InvalidPayload
 */
export async function rotateSecret(
  webhooks: Webhooks,
  clientId: string,
  input: RotateWebhookSecretRequest__Output,
): Promise<WebhookAnswer> {
  const { db, vault, newId, clock } = webhooks
  const now = clock()
  const given = input.secret ?? undefined
  const secret = given === undefined ? secretOfBytes(webhooks.randomBytes(SECRET_BYTES)) : requireSound(given)
  return db.transact({ clientId }, async (tx) => {
    const webhook = { ...(await requireHeldWebhook(tx, clientId, input.webhook_id)), updatedAt: now }
    await expireSecret(tx, clientId, webhook.id, new Date(now.getTime() + GRACE_MS))
    await keepSecret(tx, vault, { clientId, webhookId: webhook.id, now }, newId(), secret)
    await updateWebhook(tx, clientId, webhook)
    return { data: toWebhookMessage(webhook, given === undefined ? secret : undefined) }
  })
}
