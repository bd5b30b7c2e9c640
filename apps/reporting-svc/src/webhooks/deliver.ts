/** One attempt at one delivery: read what to send, send it, record the outcome. */
import type { Database, Tx } from '@pacioli/db'
import type { Log } from '@pacioli/events'
import type { Vault } from '@pacioli/vault'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { findEvent } from '../event-feed/feed.store.ts'
import {
  afterAttempt,
  requestedMeanwhile,
  bodyOf,
  asFailed,
  isGone,
  isPing,
  succeeded,
  unsigned,
  type Attempt,
} from './delivery.ts'
import { failPending, loadDelivery, lockDelivery, insertAttempt, updateDelivery } from './delivery.store.ts'
import type { Due } from './due.store.ts'
import { openSecrets } from './sealed-secrets.ts'
import type { Outgoing, Send } from './send.ts'
import { afterFailure, afterSuccess, type Webhook } from './webhook.ts'
import { findWebhook, lockWebhook, updateWebhook } from './webhook.store.ts'

export type DeliverContext = {
  db: Database
  vault: Vault
  send: Send
  log: Log
  clock: () => Date
  /** From 0 up to, not including, 1. */
  random: () => number
}

/** `dropped`: nothing was sent, since the endpoint was disabled meanwhile. */
export type Outcome = 'delivered' | 'retried' | 'failed' | 'dropped'

/**
 * Sends what is due. If this process ends before it has recorded the outcome, another one sends it again once the lease has
 * expired: at least once, and with the same id.
 */
export async function deliver(context: DeliverContext, due: Due): Promise<Outcome> {
  const outgoing = await prepare(context, due)
  if (outgoing === 'dropped') return 'dropped'
  const attempt = outgoing === 'unsigned' ? unsigned(context.clock()) : await context.send(outgoing, context.clock)
  return record(context, due, attempt)
}

async function prepare(context: DeliverContext, due: Due): Promise<Outgoing | 'unsigned' | 'dropped'> {
  const { db, vault, clock } = context
  const { clientId, webhookId, businessId, id } = due
  const now = clock()
  const found = await db.transact({ clientId, businessId }, async (tx) => {
    const delivery = await loadDelivery(tx, clientId, due)
    const webhook = await findWebhook(tx, clientId, webhookId)
    if (!delivery || !webhook || (webhook.disabled && !isPing(delivery))) return undefined
    const event = isPing(delivery) ? undefined : await findEvent(tx, businessId, delivery.position)
    const body = bodyOf(delivery, event)
    if (body === undefined) return undefined
    tx.reachOut()
    return { delivery, webhook, body, ...(await openSecrets(tx, vault, { clientId, webhookId, now })) }
  })
  if (!found) return drop(context, due)
  const { delivery, webhook, body, secrets, defects } = found
  for (const error of defects)
    context.log.error(
      { err: error, webhook_id: webhookId, delivery_id: id },
      'A secret of a webhook does not open: its owner has to rotate it, unless the master key comes back',
    )
  if (secrets.length === 0) return 'unsigned'
  return { url: webhook.url, headers: headersOf(delivery.eventId, body, secrets, now), body }
}

/** Standard Webhooks: the id stays the same through all attempts, and there is a signature for each secret. */
export const headersOf = (
  eventId: string,
  body: string,
  secrets: readonly string[],
  now: Date,
): Record<string, string> => ({
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
  'user-agent': 'Pacioli-Webhooks/1',
  'webhook-id': eventId,
  'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
  'webhook-signature': secrets.map((secret) => new StandardWebhook(secret).sign(eventId, now, body)).join(' '),
})

/** The endpoint or the event is gone. */
async function drop({ db, clock }: DeliverContext, due: Due): Promise<'dropped'> {
  const { clientId, businessId } = due
  await db.transact({ clientId, businessId }, async (tx) => {
    const delivery = await lockDelivery(tx, clientId, due)
    if (delivery) await updateDelivery(tx, clientId, asFailed(delivery, clock()))
  })
  return 'dropped'
}

/** With the business of the delivery, as long as nothing but the delivery changes. */
async function record(context: DeliverContext, due: Due, attempt: Attempt): Promise<Outcome> {
  const { db } = context
  const { clientId, webhookId, businessId } = due
  const recorded = succeeded(attempt)
    ? await db.transact({ clientId, businessId }, async (tx) => {
        const webhook = await findWebhook(tx, clientId, webhookId)
        return webhook?.failingSince ? undefined : recordAttempt(tx, context, due, attempt)
      })
    : undefined
  return recorded ?? recordForWebhook(context, due, attempt)
}

/**
 * An attempt that changes its webhook, too: a success after failures, or any failure, which may end deliveries of all of the
 * client's businesses. The webhook is locked before the delivery, in the same order as when it is disabled.
 */
function recordForWebhook(context: DeliverContext, due: Due, attempt: Attempt): Promise<Outcome> {
  const { clientId, webhookId } = due
  return context.db.transact({ clientId }, async (tx) => {
    const webhook = await lockWebhook(tx, clientId, webhookId)
    return recordAttempt(tx, context, due, attempt, webhook)
  })
}

/** @param webhook locked, where the attempt changes it and it is still there */
async function recordAttempt(
  tx: Tx,
  { clock, random }: DeliverContext,
  due: Due,
  attempt: Attempt,
  webhook?: Webhook,
): Promise<Outcome> {
  const { clientId, since } = due
  const now = clock()
  const delivery = await lockDelivery(tx, clientId, due)
  if (!delivery) return 'dropped'
  const tried = requestedMeanwhile(afterAttempt(delivery, attempt, random(), now), delivery, since)
  const staysEnabled =
    succeeded(attempt) || (await recordFailure(tx, clientId, webhook, { isGone: isGone(attempt), now }))
  if (webhook && succeeded(attempt)) await updateWebhook(tx, clientId, afterSuccess(webhook))
  const after = staysEnabled || tried.status !== 'PENDING' ? tried : asFailed(tried, now)
  await updateDelivery(tx, clientId, after)
  await insertAttempt(tx, clientId, after, attempt)
  return after.status === 'PENDING' ? 'retried' : after.status === 'DELIVERED' ? 'delivered' : 'failed'
}

/**
 * Disables the webhook after too many failures, and fails its pending deliveries.
 * @returns whether it is still enabled
 */
async function recordFailure(
  tx: Tx,
  clientId: string,
  webhook: Webhook | undefined,
  failure: { isGone: boolean; now: Date },
): Promise<boolean> {
  if (!webhook) return false
  const after = afterFailure(webhook, failure)
  if (!webhook.failingSince || after.disabled !== webhook.disabled) await updateWebhook(tx, clientId, after)
  if (after.disabled && !webhook.disabled) await failPending(tx, clientId, webhook.id, failure.now)
  return after.disabled === null
}
