import type { Tx } from '@pacioli/db'

/** An event that cannot be taken in, whatever it is. */
export type PoisonEvent = { businessId: string; eventId: string; subject: string; event: string; error: string }

/** An event that was set aside; its body is fetched when it is needed. */
export type ParkedEvent = { businessId: string; eventId: string; subject: string; error: string; parkedAt: Date }

/** Keeps a poison event with the reason, in a transaction of its business. */
export async function parkEvent(tx: Tx, consumer: string, poison: PoisonEvent, now: Date): Promise<void> {
  await tx.rows(
    `INSERT INTO parked_events (business_id, event_id, consumer, subject, event, error, parked_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (business_id, event_id, consumer) DO UPDATE
       SET event = excluded.event, error = excluded.error, parked_at = excluded.parked_at`,
    [poison.businessId, poison.eventId, consumer, poison.subject, poison.event, poison.error, now],
  )
}

/** How many events of all businesses are set aside; for the role that keeps house. */
export async function countParked(tx: Tx, consumer: string): Promise<number> {
  const row = await tx.row<{ count: string }>('SELECT count(*) FROM parked_events WHERE consumer = $1', [consumer])
  return Number(row?.count ?? 0)
}

/** What is set aside, oldest first, of one business or of all; for the role that keeps house. */
export async function listParked(tx: Tx, consumer: string, businessId?: string): Promise<ParkedEvent[]> {
  const rows = await tx.rows<{
    business_id: string
    event_id: string
    subject: string
    error: string
    parked_at: Date
  }>(
    `SELECT business_id, event_id, subject, error, parked_at FROM parked_events
      WHERE consumer = $1 AND ($2::uuid IS NULL OR business_id = $2::uuid)
      ORDER BY parked_at, business_id, event_id`,
    [consumer, businessId ?? null],
  )
  return rows.map((row) => ({
    businessId: row.business_id,
    eventId: row.event_id,
    subject: row.subject,
    error: row.error,
    parkedAt: row.parked_at,
  }))
}

const KEY = 'business_id = $1 AND event_id = $2 AND consumer = $3'

/** The body of a parked event, or undefined if it is no longer there. */
export async function findParkedBody(tx: Tx, consumer: string, parked: ParkedEvent): Promise<string | undefined> {
  const row = await tx.row<{ event: string }>(`SELECT event FROM parked_events WHERE ${KEY}`, [
    parked.businessId,
    parked.eventId,
    consumer,
  ])
  return row?.event
}

/** Removes an event that has been taken in after all. */
export async function removeParked(tx: Tx, consumer: string, parked: ParkedEvent): Promise<void> {
  await tx.rows(`DELETE FROM parked_events WHERE ${KEY}`, [parked.businessId, parked.eventId, consumer])
}
