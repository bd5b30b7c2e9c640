import type { Tx } from '@pacioli/db'
import { listOf, table, text, timestamp, uuid, type RowOf } from '@pacioli/db/table'
import type { DisabledReason, Webhook } from './webhook.ts'

const webhooks = table('webhooks', ['clientId', 'id'], {
  clientId: uuid.writeOnly,
  id: uuid,
  url: text,
  description: text.orNull,
  eventTypes: listOf(text),
  businessIds: listOf(uuid),
  status: text.as<'DISABLED' | 'ENABLED'>().writeOnly,
  disabledAt: timestamp.orNull,
  disabledReason: text.as<DisabledReason>().orNull,
  failingSince: timestamp.orNull,
  createdAt: timestamp,
  updatedAt: timestamp,
})

const toWebhook = ({ disabledAt: at, disabledReason: reason, ...row }: RowOf<typeof webhooks>): Webhook => ({
  ...row,
  disabled: at && reason ? { at, reason } : null,
})

const toRow = (webhook: Webhook) => ({
  ...webhook,
  status: webhook.disabled ? ('DISABLED' as const) : ('ENABLED' as const),
  disabledAt: webhook.disabled?.at ?? null,
  disabledReason: webhook.disabled?.reason ?? null,
})

export async function insertWebhook(tx: Tx, clientId: string, webhook: Webhook): Promise<void> {
  await webhooks.insert(tx, { clientId }, [toRow(webhook)])
}

/** Writes a locked webhook as it is now. */
export async function updateWebhook(tx: Tx, clientId: string, webhook: Webhook): Promise<void> {
  await webhooks.update(tx, { clientId }, [toRow(webhook)])
}

/** Removes it with its secrets, which in a cluster no reference removes. */
export async function deleteWebhook(tx: Tx, clientId: string, id: string): Promise<void> {
  await tx.rows('DELETE FROM webhook_secrets WHERE client_id = $1 AND webhook_id = $2', [clientId, id])
  await tx.rows('DELETE FROM webhooks WHERE client_id = $1 AND id = $2', [clientId, id])
}

async function load(tx: Tx, where: string, bind: unknown[]): Promise<Webhook[]> {
  return (await webhooks.rows(tx, `t.client_id = $1 ${where}`, bind)).map(toWebhook)
}

export const findWebhook = async (tx: Tx, clientId: string, id: string): Promise<Webhook | undefined> =>
  (await load(tx, 'AND t.id = $2', [clientId, id]))[0]

/** The webhook, locked until the transaction ends. */
export const lockWebhook = async (tx: Tx, clientId: string, id: string): Promise<Webhook | undefined> =>
  (await load(tx, 'AND t.id = $2 FOR UPDATE', [clientId, id]))[0]

/** All webhooks of a client, the oldest first; there are few. */
export const findWebhooks = (tx: Tx, clientId: string): Promise<Webhook[]> =>
  load(tx, 'ORDER BY t.created_at, t.id', [clientId])

/** The webhooks that receive events, by client: of the clients that have the feeds of these businesses. */
export async function findReceivers(tx: Tx, businessIds: readonly string[]): Promise<Map<string, Webhook[]>> {
  const rows = await webhooks.query<{ client_id: string }>(
    tx,
    `SELECT ${webhooks.columns()}, t.client_id FROM webhooks t
      WHERE t.status = 'ENABLED'
        AND t.client_id IN (SELECT f.client_id FROM feed_positions f WHERE f.business_id = ANY ($1::uuid[]))
      ORDER BY t.client_id, t.id`,
    [[...businessIds]],
  )
  const receivers = new Map<string, Webhook[]>()
  for (const { client_id: clientId, ...row } of rows)
    receivers.set(clientId, [...(receivers.get(clientId) ?? []), toWebhook(row)])
  return receivers
}

/** Lets one request at a time count and add webhooks of the client. */
export async function lockWebhooksOf(tx: Tx, clientId: string): Promise<void> {
  await tx.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhooks ${clientId}`])
}
