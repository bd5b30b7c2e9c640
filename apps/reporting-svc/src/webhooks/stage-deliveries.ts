import type { Tx } from '@pacioli/db'
import type { Appended } from '../event-feed/append-events.ts'
import { deliveriesOf } from './delivery.ts'
import { insertDeliveries } from './delivery.store.ts'
import { findReceivers } from './webhook.store.ts'

/**
 * Stages what webhooks of clients receive of events of their businesses, in the transaction that appends them: none is forgotten.
 * Without a webhook it costs one look into an index.
 */
export const deliveryStager =
  ({ newId, wake }: { newId: () => string; wake: () => void }) =>
  async (tx: Tx, businessIds: readonly string[]) => {
    const receivers = await findReceivers(tx, businessIds)
    return async (appended: readonly Appended[], now: Date): Promise<void> => {
      const deliveries = appended.flatMap(({ clientId, events }) =>
        deliveriesOf(receivers.get(clientId) ?? [], events, newId, now).map((delivery) => ({ ...delivery, clientId })),
      )
      if (deliveries.length === 0) return
      await insertDeliveries(tx, deliveries)
      tx.afterCommit(wake)
    }
  }
