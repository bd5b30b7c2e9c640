import type { Tx } from '@pacioli/db'
import type { Page } from '@pacioli/paging'
import type { Attempt, Delivery, DeliveryStatus } from './delivery.ts'

type DeliveryRow = {
  webhook_id: string
  id: string
  business_id: string
  position: string
  event_id: string
  event_type: string
  status: DeliveryStatus
  attempts: number
  next_attempt_at: Date | null
  created_at: Date
  finished_at: Date | null
}

const SELECTED = `webhook_id, id, business_id, position, event_id, event_type, status, attempts, next_attempt_at,
                  created_at, finished_at`

const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  businessId: row.business_id,
  position: Number(row.position),
  eventId: row.event_id,
  eventType: row.event_type,
  status: row.status,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  createdAt: row.created_at,
  finishedAt: row.finished_at,
})

/** New deliveries, none of which was tried yet. */
export async function insertDeliveries(tx: Tx, clientId: string, deliveries: readonly Delivery[]): Promise<void> {
  if (deliveries.length === 0) return
  await tx.rows(
    `INSERT INTO webhook_deliveries (client_id, webhook_id, id, business_id, position, event_id, event_type, status,
                                     next_attempt_at, created_at)
     SELECT $1, i.webhook_id, i.id, i.business_id, i.position, i.event_id, i.event_type, 'PENDING', i.at, i.at
       FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::bigint[], $6::text[], $7::text[], $8::timestamptz[])
         AS i(webhook_id, id, business_id, position, event_id, event_type, at)`,
    [
      clientId,
      deliveries.map((one) => one.webhookId),
      deliveries.map((one) => one.id),
      deliveries.map((one) => one.businessId),
      deliveries.map((one) => one.position),
      deliveries.map((one) => one.eventId),
      deliveries.map((one) => one.eventType),
      deliveries.map((one) => one.createdAt.toISOString()),
    ],
  )
}

const KEY = 'client_id = $1 AND webhook_id = $2 AND id = $3'

export async function findDelivery(
  tx: Tx,
  clientId: string,
  webhookId: string,
  id: string,
): Promise<Delivery | undefined> {
  const row = await tx.row<DeliveryRow>(`SELECT ${SELECTED} FROM webhook_deliveries WHERE ${KEY}`, [
    clientId,
    webhookId,
    id,
  ])
  return row && toDelivery(row)
}

/** The delivery, which nobody else changes until the transaction ends. */
export async function lockDelivery(
  tx: Tx,
  clientId: string,
  webhookId: string,
  id: string,
): Promise<Delivery | undefined> {
  const row = await tx.row<DeliveryRow>(`SELECT ${SELECTED} FROM webhook_deliveries WHERE ${KEY} FOR UPDATE`, [
    clientId,
    webhookId,
    id,
  ])
  return row && toDelivery(row)
}

/** Writes a delivery that is held; nobody is at it any more. */
export async function updateDelivery(tx: Tx, clientId: string, delivery: Delivery): Promise<void> {
  await tx.rows(
    `UPDATE webhook_deliveries
        SET status = $4, attempts = $5, next_attempt_at = $6, finished_at = $7, leased_until = NULL
      WHERE ${KEY}`,
    [
      clientId,
      delivery.webhookId,
      delivery.id,
      delivery.status,
      delivery.attempts,
      delivery.nextAttemptAt,
      delivery.finishedAt,
    ],
  )
}

/** Makes a delivery that is held due, whoever may be at it. */
export async function makeDue(tx: Tx, clientId: string, delivery: Delivery, now: Date): Promise<void> {
  await tx.rows(
    `UPDATE webhook_deliveries SET status = 'PENDING', next_attempt_at = $4, finished_at = NULL WHERE ${KEY}`,
    [clientId, delivery.webhookId, delivery.id, now],
  )
}

/** All that a webhook still waits for is not tried by itself any more. */
export async function failPending(tx: Tx, clientId: string, webhookId: string, now: Date): Promise<void> {
  await tx.rows(
    `UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL, finished_at = $3
      WHERE client_id = $1 AND webhook_id = $2 AND status = 'PENDING'`,
    [clientId, webhookId, now],
  )
}

export async function insertAttempt(tx: Tx, clientId: string, delivery: Delivery, attempt: Attempt): Promise<void> {
  await tx.rows(
    `INSERT INTO webhook_attempts (client_id, webhook_id, delivery_id, number, attempted_at, duration_ms, status_code,
                                   error, answer)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      clientId,
      delivery.webhookId,
      delivery.id,
      delivery.attempts,
      attempt.at,
      attempt.durationMs,
      attempt.statusCode,
      attempt.error,
      attempt.answer,
    ],
  )
}

type AttemptRow = {
  delivery_id: string
  attempted_at: Date
  duration_ms: number
  status_code: number | null
  error: string | null
  answer: string | null
}

/** The attempts of these deliveries, by delivery, in their order. */
export async function findAttempts(
  tx: Tx,
  clientId: string,
  webhookId: string,
  deliveryIds: readonly string[],
): Promise<Map<string, Attempt[]>> {
  const rows = await tx.rows<AttemptRow>(
    `SELECT delivery_id, attempted_at, duration_ms, status_code, error, answer FROM webhook_attempts
      WHERE client_id = $1 AND webhook_id = $2 AND delivery_id = ANY ($3::uuid[]) ORDER BY delivery_id, number`,
    [clientId, webhookId, [...deliveryIds]],
  )
  const attempts = new Map<string, Attempt[]>()
  for (const row of rows) {
    const attempt = {
      at: row.attempted_at,
      durationMs: row.duration_ms,
      statusCode: row.status_code,
      error: row.error,
      answer: row.answer,
    }
    attempts.set(row.delivery_id, [...(attempts.get(row.delivery_id) ?? []), attempt])
  }
  return attempts
}

export type DeliveryFilters = {
  status?: string | undefined
  businessId?: string | undefined
  eventId?: string | undefined
}

/** Conditions of a listing, and what is bound to them: $1 and $2 are client and webhook. */
function conditionsOf(
  clientId: string,
  webhookId: string,
  filters: DeliveryFilters,
): { where: string; bind: unknown[] } {
  const bind: unknown[] = [clientId, webhookId]
  const given = { status: filters.status, 'business_id::text': filters.businessId, event_id: filters.eventId }
  const conditions = Object.entries(given).flatMap(([column, value]) =>
    value === undefined ? [] : [`${column} = $${bind.push(value)}`],
  )
  return { where: ['client_id = $1', 'webhook_id = $2', ...conditions].join(' AND '), bind }
}

export async function countDeliveries(
  tx: Tx,
  clientId: string,
  webhookId: string,
  filters: DeliveryFilters,
): Promise<number> {
  const { where, bind } = conditionsOf(clientId, webhookId, filters)
  const row = await tx.row<{ count: string }>(`SELECT count(*) FROM webhook_deliveries WHERE ${where}`, bind)
  return Number(row?.count ?? 0)
}

/** A page of deliveries by when they were made, and one more, if there is one. */
export async function listDeliveries(
  tx: Tx,
  clientId: string,
  webhookId: string,
  filters: DeliveryFilters,
  { limit, sortOrder, after }: Pick<Page, 'limit' | 'sortOrder' | 'after'>,
): Promise<Delivery[]> {
  const { where, bind } = conditionsOf(clientId, webhookId, filters)
  const [at, id] = after ?? []
  const beyond = sortOrder === 'ASC' ? '>' : '<'
  const place = after ? `AND (created_at, id) ${beyond} ($${bind.push(at)}::timestamptz, $${bind.push(id)}::uuid)` : ''
  const rows = await tx.rows<DeliveryRow>(
    `SELECT ${SELECTED} FROM webhook_deliveries WHERE ${where} ${place}
      ORDER BY created_at ${sortOrder}, id ${sortOrder} LIMIT $${bind.push(limit + 1)}`,
    bind,
  )
  return rows.map(toDelivery)
}
