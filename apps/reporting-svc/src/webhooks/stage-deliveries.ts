import type { Tx } from '@pacioli/db'
import type { PlacedEvent } from '../event-feed/feed-event.ts'
import { deliveriesOf } from './delivery.ts'
import { insertDeliveries } from './delivery.store.ts'
import { findEnabledWebhooks } from './webhook.store.ts'

/**
 * Writes down what webhooks of the client are to be told of these events, in the transaction that appends them: none is
 * forgotten. Where there is no webhook it costs one look into an index.
 * @returns how many deliveries that are
 */
export async function stageDeliveries(
  tx: Tx,
  clientId: string,
  events: readonly PlacedEvent[],
  newId: () => string,
  now: Date,
): Promise<number> {
  const webhooks = await findEnabledWebhooks(tx, clientId)
  if (webhooks.length === 0) return 0
  const deliveries = deliveriesOf(webhooks, events, newId, now)
  await insertDeliveries(tx, clientId, deliveries)
  return deliveries.length
}
