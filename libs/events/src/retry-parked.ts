import type { Database } from '@pacioli/db'
import type { ConsumeOptions } from './consumer.ts'
import { deliveryOf } from './delivery.ts'
import { findParkedBody, removeParked, type ParkedEvent } from './parked-event.store.ts'

/**
 * Takes a parked event in as if it had just come, and removes it. Safe to repeat: an event that was taken in and not
 * removed is taken in again without effect.
 * @throws what keeps it from being taken in; it stays parked then
 */
export async function retryParked(
  db: Database,
  { durable, handle }: Pick<ConsumeOptions, 'durable' | 'handle'>,
  parked: ParkedEvent,
): Promise<void> {
  const scope = { businessId: parked.businessId }
  const body = await db.transact(scope, (tx) => findParkedBody(tx, durable, parked))
  if (body === undefined) return
  const delivery = deliveryOf(parked.subject, body)
  if (delivery instanceof Error) throw delivery
  await handle(delivery.businessId, [delivery])
  await db.transact(scope, (tx) => removeParked(tx, durable, parked))
}
