import type { Database } from '@pacioli/db'
import type { ConsumeOptions } from './consumer.ts'
import { findParkedBody, removeParked, type ParkedEvent } from './parked-event.store.ts'
import { deliveryOf } from './pending.ts'

/**
 * Applies a parked event as if it had just arrived, and removes it. Safe to repeat: an event that was applied and not
 * removed is applied again without effect.
 * @throws what keeps it from being applied; it stays parked then
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
