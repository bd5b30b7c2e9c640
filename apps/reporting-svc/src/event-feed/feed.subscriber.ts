import { refused } from '@pacioli/errors'
import { NO_BUSINESS, NotTogether, parkEvent, type ConsumeOptions, type Delivery } from '@pacioli/events'
import { businessOf } from '../apply-events/state-event.ts'
import { appendEvents, type AppendContext } from './append-events.ts'
import { feedEventFrom, type FeedEvent } from './feed-event.ts'
import { beginFeed } from './feed.store.ts'

/** The durable consumer of the feed; read models have their own. */
export const FEED_CONSUMER = 'reporting-feed'

/**
 * Appends events to feeds: those of several businesses in one transaction. Events of a client without a business are in no feed.
 */
export const feedSubscriber = (
  context: AppendContext,
): Pick<
  Required<ConsumeOptions>,
  'durable' | 'handle' | 'handleMany' | 'ping' | 'park' | 'atOnce' | 'mostPutOffMs'
> => ({
  durable: FEED_CONSUMER,
  // Appending is quick: three at once are enough.
  atOnce: 3,
  // Less than another replica waits for an earlier version (early-events.ts).
  mostPutOffMs: 10_000,
  handle: async (businessId, deliveries, lockTimeoutMs) => {
    if (businessId === NO_BUSINESS) return
    const batch = new Map([[businessId, deliveries.map(({ event }) => feedEventFrom(event))]])
    const { withoutFeed, waiting } = await appendEvents(context, batch, lockTimeoutMs)
    if (withoutFeed.length === 0) return requireAll(waiting.get(businessId))
    await openFeed(context, businessId, deliveries)
    requireAll((await appendEvents(context, batch, lockTimeoutMs)).waiting.get(businessId))
  },
  handleMany: async (deliveries, lockTimeoutMs) => {
    const left = new Map<string, unknown>()
    const batch = new Map<string, FeedEvent[]>()
    for (const [businessId, own] of deliveries)
      try {
        batch.set(
          businessId,
          own.map(({ event }) => feedEventFrom(event)),
        )
      } catch (error) {
        left.set(businessId, error)
      }
    const { withoutFeed, waiting } = await appendEvents(context, batch, lockTimeoutMs)
    for (const businessId of withoutFeed) left.set(businessId, new NotTogether('The business has no feed yet.'))
    for (const [businessId, count] of waiting) left.set(businessId, waits(count))
    return left
  },
  ping: () => context.db.ping(),
  park: (poison) =>
    context.db.transact({ businessId: poison.businessId }, (tx) =>
      parkEvent(tx, FEED_CONSUMER, poison, context.clock()),
    ),
})

/** The events are delivered again; what was appended is skipped then. */
const waits = (count: number) => refused('ServiceUnavailable', `${count} events wait for the versions before them.`)

function requireAll(waiting = 0): void {
  if (waiting > 0) throw waits(waiting)
}

/** Begins the feed of a business, for its client. @throws ServiceUnavailable while the business is not known here */
async function openFeed({ db }: AppendContext, businessId: string, deliveries: readonly Delivery[]): Promise<void> {
  const { clientId } = await businessOf(db, businessId, deliveries)
  await db.transact({ clientId, businessId }, (tx) => beginFeed(tx, businessId, clientId))
}
