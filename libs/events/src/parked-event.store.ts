import type { Tx } from '@pacioli/db'
import { table, text, timestamp, uuid } from '@pacioli/db/table'

/** An event that cannot be applied, whatever it is. */
export type PoisonEvent = { businessId: string; eventId: string; subject: string; event: string; error: string }

/** A parked event; its body is fetched when it is needed. */
export type ParkedEvent = { businessId: string; eventId: string; subject: string; error: string; parkedAt: Date }

const parkedEvents = table('parked_events', ['businessId', 'eventId', 'consumer'], {
  businessId: uuid,
  eventId: text,
  consumer: text.writeOnly,
  subject: text.once,
  event: text.writeOnly,
  error: text,
  parkedAt: timestamp,
})

/** Parks a poison event with the reason, in a transaction of its business. */
export async function parkEvent(tx: Tx, consumer: string, poison: PoisonEvent, now: Date): Promise<void> {
  await parkedEvents.upsert(tx, { consumer, parkedAt: now }, [poison])
}

/** How many events of all businesses are parked; for the housekeeping role. */
export async function countParked(tx: Tx, consumer: string): Promise<number> {
  return tx.count('SELECT count(*) FROM parked_events WHERE consumer = $1', [consumer])
}

/** Parked events, oldest first, of one business or of all; for the housekeeping role. */
export const listParked = (tx: Tx, consumer: string, businessId?: string): Promise<ParkedEvent[]> =>
  parkedEvents.rows(
    tx,
    `t.consumer = $1 AND ($2::uuid IS NULL OR t.business_id = $2::uuid)
      ORDER BY t.parked_at, t.business_id, t.event_id`,
    [consumer, businessId ?? null],
  )

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

/** Removes an event that was applied after all. */
export async function removeParked(tx: Tx, consumer: string, parked: ParkedEvent): Promise<void> {
  await tx.rows(`DELETE FROM parked_events WHERE ${KEY}`, [parked.businessId, parked.eventId, consumer])
}
