import type { RotateWebhookSecretRequest__Output, WebhookAnswer } from '@pacioli/protos/reporting'
import { requireLockedWebhook } from './read-webhooks.ts'
import { storeSecret } from './sealed-secrets.ts'
import { expireSecret } from './secret.store.ts'
import { GRACE_MS, requireValidSecret, SECRET_BYTES, secretOfBytes } from './signing-secret.ts'
import { toWebhookMessage } from './webhook.messages.ts'
import { updateWebhook } from './webhook.store.ts'
import type { Webhooks } from './webhooks.ts'

/**
 * Signs with another secret from now on, and for a day also with the one before, so that the receiver can switch. Takes no
 * Idempotency-Key, for the same reason as `createWebhook`.
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
  const secret = given === undefined ? secretOfBytes(webhooks.randomBytes(SECRET_BYTES)) : requireValidSecret(given)
  return db.transact({ clientId }, async (tx) => {
    const webhook = { ...(await requireLockedWebhook(tx, clientId, input.webhook_id)), updatedAt: now }
    await expireSecret(tx, clientId, webhook.id, new Date(now.getTime() + GRACE_MS))
    await storeSecret(tx, vault, { clientId, webhookId: webhook.id, now }, newId(), secret)
    await updateWebhook(tx, clientId, webhook)
    return { data: toWebhookMessage(webhook, given === undefined ? secret : undefined) }
  })
}
