import type { Tx } from '@pacioli/db'
import type { PlacedEvent } from '../event-feed/feed-event.ts'
import { deliveriesOf } from './delivery.ts'
import { insertDeliveries } from './delivery.store.ts'
import { findEnabledWebhooks } from './webhook.store.ts'

/**
 * Stages what webhooks of the client receive of these events, in the transaction that appends them: none is forgotten.
 * Without a webhook it costs one look into an index.
 */
export const deliveryStager =
  ({ newId, wake }: { newId: () => string; wake: () => void }) =>
  async (tx: Tx, clientId: string) => {
    const webhooks = await findEnabledWebhooks(tx, clientId)
    return async (events: readonly PlacedEvent[], now: Date): Promise<void> => {
      const deliveries = deliveriesOf(webhooks, events, newId, now)
      if (deliveries.length === 0) return
      await insertDeliveries(tx, clientId, deliveries)
      tx.afterCommit(wake)
    }
  }
