import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { parkEvent, type ConsumeOptions } from '@pacioli/events'
import type { Business } from '../businesses/business.ts'
import { findBusiness } from '../businesses/business.store.ts'
import type { Owners } from '../owners.ts'
import { shareReadModel } from './read-model.store.ts'
import { stateEventOf, takeIn, TAKEN_IN, type StateEvent } from './take-in.ts'

/** The name under which the broker remembers how far this service has read. */
export const CONSUMER = 'reporting'

/** How events become read models: those of one business in one transaction. */
export const eventsSubscriber = (
  db: Database,
  owners: Owners,
  clock: () => Date,
): Pick<ConsumeOptions, 'durable' | 'filterSubject' | 'aggregates' | 'handle' | 'ping' | 'park'> => ({
  durable: CONSUMER,
  filterSubject: 'pacioli.>',
  aggregates: TAKEN_IN,
  handle: async (businessId, deliveries) => {
    const events: StateEvent[] = []
    for (const { event } of deliveries)
      events.push(await stateEventOf(event, owners, () => knownBusiness(db, businessId)))
    await db.transact({ businessId }, async (tx) => {
      await shareReadModel(tx, businessId)
      await takeIn(tx, businessId, events)
    })
  },
  ping: () => db.ping(),
  park: (poison) => db.transact({ businessId: poison.businessId }, (tx) => parkEvent(tx, CONSUMER, poison, clock())),
})

/** Whose the events are, for asking the owners of what they tell of. */
async function knownBusiness(db: Database, businessId: string): Promise<Business> {
  const business = await db.transact({ businessId }, (tx) => findBusiness(tx, businessId))
  if (!business) throw refused('ServiceUnavailable', 'The business of the event is not known here yet.')
  return business
}
