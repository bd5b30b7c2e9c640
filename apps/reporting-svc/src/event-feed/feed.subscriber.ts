import { refused } from '@pacioli/errors'
import { NO_BUSINESS, parkEvent, type ConsumeOptions, type Delivery } from '@pacioli/events'
import { businessOf } from '../apply-events/state-event.ts'
import { appendEvents, type AppendContext } from './append-events.ts'
import { feedEventFrom } from './feed-event.ts'
import { findFeedOwner } from './feed.store.ts'

/** The durable consumer of the feed; read models have their own. */
export const FEED_CONSUMER = 'reporting-feed'

/** The most businesses whose client is cached; a business never changes its client. */
const MOST_OWNERS = 10_000

/**
 * Appends events to the feed: those of one business in one transaction. Events of a client without a business are in no feed.
 */
export const feedSubscriber = (
  context: AppendContext,
): Pick<ConsumeOptions, 'durable' | 'filterSubject' | 'handle' | 'ping' | 'park' | 'atOnce' | 'mostPutOffMs'> => {
  const owners = new Map<string, string>()
  return {
    durable: FEED_CONSUMER,
    filterSubject: 'pacioli.>',
    // Appending is quick: three at once are enough.
    atOnce: 3,
    // Less than another replica waits for an earlier version (early-events.ts).
    mostPutOffMs: 10_000,
    handle: async (businessId, deliveries) => {
      if (businessId === NO_BUSINESS) return
      const clientId = owners.get(businessId) ?? (await clientOf(context, businessId, deliveries))
      if (owners.size >= MOST_OWNERS) owners.clear()
      owners.set(businessId, clientId)
      const events = deliveries.map(({ event }) => feedEventFrom(event))
      const { waiting } = await appendEvents(context, { clientId, businessId }, events)
      // The batch is delivered again; what was appended is skipped then.
      if (waiting > 0) throw refused('ServiceUnavailable', `${waiting} events wait for the versions before them.`)
    },
    ping: () => context.db.ping(),
    park: (poison) =>
      context.db.transact({ businessId: poison.businessId }, (tx) =>
        parkEvent(tx, FEED_CONSUMER, poison, context.clock()),
      ),
  }
}

/** The client whose webhooks receive the events. @throws ServiceUnavailable while the business is not known here */
async function clientOf({ db }: AppendContext, businessId: string, deliveries: readonly Delivery[]): Promise<string> {
  const known = await db.transact({ businessId }, (tx) => findFeedOwner(tx, businessId))
  return known ?? (await businessOf(db, businessId, deliveries)).clientId
}
