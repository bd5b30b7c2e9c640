import type { Tx } from '@pacioli/db'
import type { DisabledReason, Webhook } from './webhook.ts'

type WebhookRow = {
  id: string
  url: string
  description: string | null
  event_types: string[]
  business_ids: string[]
  disabled_at: Date | null
  disabled_reason: DisabledReason | null
  failing_since: Date | null
  created_at: Date
  updated_at: Date
}

const SELECTED = `id, url, description, event_types, business_ids, disabled_at, disabled_reason, failing_since,
                  created_at, updated_at`

const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  eventTypes: row.event_types,
  businessIds: row.business_ids,
  disabled: row.disabled_at && row.disabled_reason ? { at: row.disabled_at, reason: row.disabled_reason } : null,
  failingSince: row.failing_since,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const bindOf = (clientId: string, webhook: Webhook): unknown[] => [
  clientId,
  webhook.id,
  webhook.url,
  webhook.description,
  [...webhook.eventTypes],
  [...webhook.businessIds],
  webhook.disabled ? 'DISABLED' : 'ENABLED',
  webhook.disabled?.at ?? null,
  webhook.disabled?.reason ?? null,
  webhook.failingSince,
  webhook.createdAt,
  webhook.updatedAt,
]

export async function insertWebhook(tx: Tx, clientId: string, webhook: Webhook): Promise<void> {
  await tx.rows(
    `INSERT INTO webhooks (client_id, id, url, description, event_types, business_ids, status, disabled_at,
                           disabled_reason, failing_since, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5::text[], $6::uuid[], $7, $8, $9, $10, $11, $12)`,
    bindOf(clientId, webhook),
  )
}

/** Writes a webhook that is held as it is now. */
export async function updateWebhook(tx: Tx, clientId: string, webhook: Webhook): Promise<void> {
  await tx.rows(
    `UPDATE webhooks
        SET url = $3, description = $4, event_types = $5::text[], business_ids = $6::uuid[], status = $7,
            disabled_at = $8, disabled_reason = $9, failing_since = $10, created_at = $11, updated_at = $12
      WHERE client_id = $1 AND id = $2`,
    bindOf(clientId, webhook),
  )
}

/** Removes it with its secrets. */
export async function deleteWebhook(tx: Tx, clientId: string, id: string): Promise<void> {
  await tx.rows('DELETE FROM webhooks WHERE client_id = $1 AND id = $2', [clientId, id])
}

export async function findWebhook(tx: Tx, clientId: string, id: string): Promise<Webhook | undefined> {
  const row = await tx.row<WebhookRow>(`SELECT ${SELECTED} FROM webhooks WHERE client_id = $1 AND id = $2`, [
    clientId,
    id,
  ])
  return row && toWebhook(row)
}

/** The webhook, which nobody else changes until the transaction ends. */
export async function lockWebhook(tx: Tx, clientId: string, id: string): Promise<Webhook | undefined> {
  const row = await tx.row<WebhookRow>(`SELECT ${SELECTED} FROM webhooks WHERE client_id = $1 AND id = $2 FOR UPDATE`, [
    clientId,
    id,
  ])
  return row && toWebhook(row)
}

/** All of a client, the oldest first; there are few. */
export async function findWebhooks(tx: Tx, clientId: string): Promise<Webhook[]> {
  const rows = await tx.rows<WebhookRow>(
    `SELECT ${SELECTED} FROM webhooks WHERE client_id = $1 ORDER BY created_at, id`,
    [clientId],
  )
  return rows.map(toWebhook)
}

/** Those that are told of events. */
export async function findEnabledWebhooks(tx: Tx, clientId: string): Promise<Webhook[]> {
  const rows = await tx.rows<WebhookRow>(
    `SELECT ${SELECTED} FROM webhooks WHERE client_id = $1 AND status = 'ENABLED' ORDER BY id`,
    [clientId],
  )
  return rows.map(toWebhook)
}

/** Lets one request at a time count and add webhooks of the client. */
export async function lockWebhooksOf(tx: Tx, clientId: string): Promise<void> {
  await tx.rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhooks ${clientId}`])
}
