import { allOf, keyset, type Tx } from '@pacioli/db'
import { integer, safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import type { Page } from '@pacioli/paging'
import type { Attempt, Delivery, DeliveryStatus } from './delivery.ts'

const deliveries = table('webhook_deliveries', ['clientId', 'webhookId', 'id'], {
  clientId: uuid.writeOnly,
  webhookId: uuid,
  id: uuid,
  businessId: uuid,
  position: safeInteger,
  eventId: text,
  eventType: text,
  status: text.as<DeliveryStatus>(),
  attempts: integer,
  nextAttemptAt: timestamp.orNull,
  createdAt: timestamp,
  finishedAt: timestamp.orNull,
})
const attempts = table('webhook_attempts', ['clientId', 'webhookId', 'deliveryId', 'number'], {
  clientId: uuid.writeOnly,
  webhookId: uuid.writeOnly,
  deliveryId: uuid,
  number: integer.writeOnly,
  at: timestamp.named('attempted_at'),
  durationMs: integer,
  statusCode: integer.orNull,
  error: text.orNull,
  answer: text.orNull,
})

/** Inserts new deliveries, none of which was tried yet. */
export async function insertDeliveries(tx: Tx, made: readonly (Delivery & { clientId: string })[]): Promise<void> {
  await deliveries.insert(tx, {}, made)
}

const KEY = 'client_id = $1 AND webhook_id = $2 AND id = $3'

type Found = Promise<Delivery | undefined>

export const findDelivery = (tx: Tx, clientId: string, webhookId: string, id: string): Found =>
  deliveries.row(tx, KEY, [clientId, webhookId, id])

/** The delivery, locked until the transaction ends. */
export const lockDelivery = (tx: Tx, clientId: string, webhookId: string, id: string): Found =>
  deliveries.row(tx, `${KEY} FOR UPDATE`, [clientId, webhookId, id])

/** Writes a locked delivery and releases its claim. */
export async function updateDelivery(tx: Tx, clientId: string, delivery: Delivery): Promise<void> {
  await deliveries.update(tx, { clientId }, [delivery], {
    columns: ['status', 'attempts', 'nextAttemptAt', 'finishedAt'],
    set: 'leased_until = NULL',
  })
}

/** Makes a locked delivery due, even if it is claimed. */
export async function makeDue(tx: Tx, clientId: string, delivery: Delivery, now: Date): Promise<void> {
  await tx.rows(
    `UPDATE webhook_deliveries SET status = 'PENDING', next_attempt_at = $4, finished_at = NULL WHERE ${KEY}`,
    [clientId, delivery.webhookId, delivery.id, now],
  )
}

/** Cancels the automatic attempts of all pending deliveries of a webhook. */
export async function failPending(tx: Tx, clientId: string, webhookId: string, now: Date): Promise<void> {
  await tx.rows(
    `UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL, finished_at = $3
      WHERE client_id = $1 AND webhook_id = $2 AND status = 'PENDING'`,
    [clientId, webhookId, now],
  )
}

export async function insertAttempt(tx: Tx, clientId: string, delivery: Delivery, attempt: Attempt): Promise<void> {
  const { webhookId, id: deliveryId, attempts: number } = delivery
  await attempts.insert(tx, { clientId, webhookId, deliveryId, number }, [attempt])
}

/** The attempts of these deliveries, by delivery, in their order. */
export async function findAttempts(
  tx: Tx,
  clientId: string,
  webhookId: string,
  deliveryIds: readonly string[],
): Promise<Map<string, Attempt[]>> {
  const where = 't.client_id = $1 AND t.webhook_id = $2 AND t.delivery_id = ANY ($3::uuid[])'
  const bind = [clientId, webhookId, [...deliveryIds]]
  const rows = await attempts.rows(tx, `${where} ORDER BY t.delivery_id, t.number`, bind)
  const found = new Map<string, Attempt[]>()
  for (const { deliveryId, ...attempt } of rows) {
    const before = found.get(deliveryId)
    if (before) before.push(attempt)
    else found.set(deliveryId, [attempt])
  }
  return found
}

export type DeliveryFilters = {
  status?: string | undefined
  businessId?: string | undefined
  eventId?: string | undefined
}

const conditions = (clientId: string, webhookId: string, { status, businessId, eventId }: DeliveryFilters) =>
  allOf(
    ['client_id = $', clientId],
    ['webhook_id = $', webhookId],
    ['status = $', status],
    ['business_id::text = $', businessId],
    ['event_id = $', eventId],
  )

export async function countDeliveries(
  tx: Tx,
  clientId: string,
  webhookId: string,
  filters: DeliveryFilters,
): Promise<number> {
  const { where, bind } = conditions(clientId, webhookId, filters)
  return tx.count(`SELECT count(*) FROM webhook_deliveries WHERE ${where}`, bind)
}

/** A page of deliveries by creation time, and one more, if there is one. */
export async function listDeliveries(
  tx: Tx,
  clientId: string,
  webhookId: string,
  filters: DeliveryFilters,
  page: Pick<Page, 'limit' | 'sortOrder' | 'after'>,
): Promise<Delivery[]> {
  const { where, bind } = conditions(clientId, webhookId, filters)
  const key = [['created_at', 'timestamptz'] as const, ['id', 'uuid'] as const]
  const { beyond, orderBy } = keyset(page, key, bind)
  return deliveries.rows(tx, `${where} AND ${beyond} ORDER BY ${orderBy} LIMIT ${page.limit + 1}`, bind)
}
