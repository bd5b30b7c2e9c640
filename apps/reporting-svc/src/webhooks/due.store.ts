/** Which deliveries are due, over all clients: for the housekeeping role. */
import type { SomeRows, Tx } from '@pacioli/db'

/** A delivery that may be tried now, and since when. */
export type Due = { clientId: string; webhookId: string; id: string; businessId: string; since: Date }

type DueRow = { client_id: string; webhook_id: string; id: string; business_id: string; next_attempt_at: Date }

const toDue = (row: DueRow): Due => ({
  clientId: row.client_id,
  webhookId: row.webhook_id,
  id: row.id,
  businessId: row.business_id,
  since: row.next_attempt_at,
})

const FIRST = `status = 'PENDING' AND attempts = 0`
const AGAIN = `status = 'PENDING' AND attempts > 0`
const HEAD = 'client_id, webhook_id, id, business_id, next_attempt_at, leased_until'
const LEAST = '00000000-0000-0000-0000-000000000000'
const OF_HOOK = 'client_id = h.client_id AND webhook_id = h.webhook_id'

/** What waits for an attempt, now or later. */
export const WAITING: SomeRows = { table: 'webhook_deliveries', where: [FIRST, AGAIN] }

/** The first of each business of a webhook `h` that meets the condition: jumps from one to the next. */
const heads = (businesses: string): string =>
  `(WITH RECURSIVE heads AS (
      (SELECT ${HEAD} FROM webhook_deliveries WHERE ${FIRST} AND ${OF_HOOK} AND ${businesses}
        ORDER BY business_id, position, id LIMIT 1)
      UNION ALL
      SELECT next.* FROM heads last CROSS JOIN LATERAL (
        SELECT ${HEAD} FROM webhook_deliveries
         WHERE ${FIRST} AND ${OF_HOOK} AND ${businesses} AND business_id > last.business_id
         ORDER BY business_id, position, id LIMIT 1) next)
    SELECT client_id, webhook_id, id, business_id, next_attempt_at FROM heads
     WHERE next_attempt_at <= $1 AND (leased_until IS NULL OR leased_until <= $1) LIMIT $2)`

/**
 * The untried deliveries: the first of each webhook and business, unless one is in progress, so that first attempts are
 * made in the order of the feed, one after the other. Some of each webhook, so that none of many businesses starves the
 * others: those after the last business served, and then from the beginning.
 */
export async function findFirstDue(
  tx: Tx,
  now: Date,
  perWebhook: number,
  reached: ReadonlyMap<string, string> = new Map(),
): Promise<Due[]> {
  const rows = await tx.rows<DueRow>(
    `WITH RECURSIVE hooks AS (
       (SELECT client_id, webhook_id FROM webhook_deliveries WHERE ${FIRST} ORDER BY client_id, webhook_id LIMIT 1)
       UNION ALL
       SELECT next.* FROM hooks h CROSS JOIN LATERAL (
         SELECT client_id, webhook_id FROM webhook_deliveries
          WHERE ${FIRST} AND (client_id, webhook_id) > (h.client_id, h.webhook_id)
          ORDER BY client_id, webhook_id LIMIT 1) next)
     SELECT due.*
       FROM (SELECT hooks.*, coalesce(r.business_id, '${LEAST}'::uuid) AS reached FROM hooks
               LEFT JOIN unnest($3::uuid[], $4::uuid[]) AS r(webhook_id, business_id) USING (webhook_id)) h
      CROSS JOIN LATERAL (
        SELECT * FROM (${heads('business_id > h.reached')}
                       UNION ALL
                       ${heads('business_id <= h.reached')}) both_ways LIMIT $2) due`,
    [now, perWebhook, [...reached.keys()], [...reached.values()]],
  )
  return rows.map(toDue)
}

/** The deliveries to be retried, some of each webhook, so that none starves the others. */
export async function findDueAgain(tx: Tx, now: Date, perWebhook: number): Promise<Due[]> {
  const rows = await tx.rows<DueRow>(
    `WITH RECURSIVE hooks AS (
       (SELECT client_id, webhook_id FROM webhook_deliveries WHERE ${AGAIN} ORDER BY client_id, webhook_id LIMIT 1)
       UNION ALL
       SELECT next.* FROM hooks h CROSS JOIN LATERAL (
         SELECT client_id, webhook_id FROM webhook_deliveries
          WHERE ${AGAIN} AND (client_id, webhook_id) > (h.client_id, h.webhook_id)
          ORDER BY client_id, webhook_id LIMIT 1) next)
     SELECT due.* FROM hooks h CROSS JOIN LATERAL (
       SELECT client_id, webhook_id, id, business_id, next_attempt_at FROM webhook_deliveries d
        WHERE ${AGAIN} AND d.client_id = h.client_id AND d.webhook_id = h.webhook_id
          AND next_attempt_at <= $1 AND (leased_until IS NULL OR leased_until <= $1)
        ORDER BY next_attempt_at LIMIT $2) due`,
    [now, perWebhook],
  )
  return rows.map(toDue)
}

/** Claims these until then, except those claimed by others meanwhile; returns the claimed ones. */
export async function leaseDue(tx: Tx, due: readonly Due[], now: Date, until: Date): Promise<Due[]> {
  const rows = await tx.rows<DueRow>(
    `WITH free AS MATERIALIZED (
       SELECT d.client_id, d.webhook_id, d.id, d.business_id, d.next_attempt_at
         FROM webhook_deliveries d
         JOIN unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[]) AS c(client_id, webhook_id, id, business_id)
        USING (client_id, webhook_id, id, business_id)
        WHERE d.status = 'PENDING' AND d.next_attempt_at <= $5 AND (d.leased_until IS NULL OR d.leased_until <= $5)
          FOR UPDATE OF d SKIP LOCKED)
     UPDATE webhook_deliveries d SET leased_until = $6 FROM free f
      WHERE d.client_id = f.client_id AND d.webhook_id = f.webhook_id AND d.id = f.id AND d.business_id = f.business_id
     RETURNING f.client_id, f.webhook_id, f.id, f.business_id, f.next_attempt_at`,
    [
      due.map((one) => one.clientId),
      due.map((one) => one.webhookId),
      due.map((one) => one.id),
      due.map((one) => one.businessId),
      now,
      until,
    ],
  )
  return rows.map(toDue)
}

/** How many deliveries of a part wait for an attempt, counted to 100,000 at most. */
export async function countPending(tx: Tx): Promise<number> {
  const upTo = (condition: string): string => `(SELECT FROM webhook_deliveries WHERE ${condition} LIMIT 100000)`
  const first = await tx.count(`SELECT count(*) FROM ${upTo(FIRST)} first`)
  return first + (await tx.count(`SELECT count(*) FROM ${upTo(AGAIN)} again`))
}
