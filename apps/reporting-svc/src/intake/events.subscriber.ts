import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { parkEvent, type ConsumeOptions, type Delivery } from '@pacioli/events'
import { fieldsOf } from '@pacioli/fields'
import { businessFrom, type Business } from '../businesses/business.ts'
import { findBusiness } from '../businesses/business.store.ts'
import type { Owners } from '../owners.ts'
import { shareReadModel } from './read-model.store.ts'
import { aggregateOf, stateEventOf, takeIn, TAKEN_IN, type StateEvent } from './take-in.ts'

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
    let owner: Promise<Business> | undefined
    for (const { event } of deliveries)
      events.push(await stateEventOf(event, owners, () => (owner ??= ownerOf(db, businessId, deliveries))))
    await db.transact({ businessId }, async (tx) => {
      await shareReadModel(tx, businessId)
      await takeIn(tx, businessId, events)
    })
  },
  ping: () => db.ping(),
  park: (poison) => db.transact({ businessId: poison.businessId }, (tx) => parkEvent(tx, CONSUMER, poison, clock())),
})

/**
 * Whose the events are, for asking the owners of what they tell of: a business that is known, or that one of them tells of,
 * for else that one would wait with the others of its batch.
 */
export async function ownerOf(db: Database, businessId: string, deliveries: readonly Delivery[]): Promise<Business> {
  const known = await db.transact({ businessId }, (tx) => findBusiness(tx, businessId))
  if (known) return known
  for (const { event } of deliveries) {
    if (aggregateOf(event.type) !== 'business') continue
    const told = businessFrom(fieldsOf('data', event.data))
    if (told.id === businessId) return told
  }
  throw refused('ServiceUnavailable', 'The business of the event is not known here yet.')
}
