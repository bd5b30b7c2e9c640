import { allOf, keyset, type Tx } from '@pacioli/db'
import { integer, safeInteger, table, text, timestamp, uuid } from '@pacioli/db/table'
import type { Page } from '@pacioli/paging'
import type { Attempt, Delivery, DeliveryStatus } from './delivery.ts'

const deliveries = table('webhook_deliveries', ['clientId', 'webhookId', 'id', 'businessId'], {
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
  businessId: uuid.writeOnly,
  number: integer,
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

/** What a delivery is found by: with its business, which in a cluster says where it is. */
export type DeliveryKey = Pick<Delivery, 'webhookId' | 'id' | 'businessId'>

const KEY = 'client_id = $1 AND webhook_id = $2 AND id = $3 AND business_id = $4'

const bindOf = (clientId: string, { webhookId, id, businessId }: DeliveryKey): string[] => [
  clientId,
  webhookId,
  id,
  businessId,
]

/** The delivery, of whatever business it is. */
export const findDelivery = (tx: Tx, clientId: string, webhookId: string, id: string): Promise<Delivery | undefined> =>
  deliveries.row(tx, 'client_id = $1 AND webhook_id = $2 AND id = $3', [clientId, webhookId, id])

export const loadDelivery = (tx: Tx, clientId: string, key: DeliveryKey): Promise<Delivery | undefined> =>
  deliveries.row(tx, KEY, bindOf(clientId, key))

/** The delivery, locked until the transaction ends. */
export const lockDelivery = (tx: Tx, clientId: string, key: DeliveryKey): Promise<Delivery | undefined> =>
  deliveries.row(tx, `${KEY} FOR UPDATE`, bindOf(clientId, key))

/** Writes a locked delivery and releases its claim. */
export async function updateDelivery(tx: Tx, clientId: string, delivery: Delivery): Promise<void> {
  const { businessId } = delivery
  await deliveries.update(tx, { clientId, businessId }, [delivery], {
    columns: ['status', 'attempts', 'nextAttemptAt', 'finishedAt'],
    set: 'leased_until = NULL',
  })
}

/** Makes a locked delivery due, even if it is claimed. */
export async function makeDue(tx: Tx, clientId: string, delivery: Delivery, now: Date): Promise<void> {
  await tx.rows(
    `UPDATE webhook_deliveries SET status = 'PENDING', next_attempt_at = $5, finished_at = NULL WHERE ${KEY}`,
    [...bindOf(clientId, delivery), now],
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
  const { webhookId, id: deliveryId, businessId, attempts: number } = delivery
  await attempts.insert(tx, { clientId, webhookId, deliveryId, businessId, number }, [attempt])
}

/**
 * The attempts of these deliveries, by delivery, in their order: those that the deliveries say they had, as in a cluster what two
 * statements find is not of one instant.
 */
export async function findAttempts(
  tx: Tx,
  clientId: string,
  webhookId: string,
  made: readonly Delivery[],
): Promise<Map<string, Attempt[]>> {
  const had = new Map(made.map(({ id, attempts: number }) => [id, number]))
  const where = 't.client_id = $1 AND t.webhook_id = $2 AND t.delivery_id = ANY ($3::uuid[])'
  const bind = [clientId, webhookId, [...had.keys()]]
  const rows = await attempts.rows(tx, `${where} ORDER BY t.delivery_id, t.number`, bind)
  const found = new Map<string, Attempt[]>()
  for (const { deliveryId, number, ...attempt } of rows) {
    if (number > (had.get(deliveryId) ?? 0)) continue
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
