import type { Database, Tx } from '@pacioli/db'
import { parkEvent, type ConsumeOptions, type Delivery } from '@pacioli/events'
import type { Business } from '../businesses/business.ts'
import type { Owners } from '../owners/owners.ts'
import {
  editionsToFeed,
  enterEdition,
  lockEditions,
  isKnown,
  openEdition,
  shareEditions,
} from '../read-models/edition.store.ts'
import { CONSUMER, consumerOf, FIRST_MODEL } from '../read-models/models.ts'
import { servedBy } from '../read-models/served.ts'
import { shareReadModel } from '../read-models/read-model.store.ts'
import { applyEvents, APPLIED_AGGREGATES } from '../apply-events/apply-events.ts'
import { businessOf, stateEventOf, type StateEvent } from '../apply-events/state-event.ts'

type Subscriber = Pick<ConsumeOptions, 'durable' | 'filterSubject' | 'aggregates' | 'handle' | 'ping' | 'park'>

/**
 * Applies events to the read models in `public`: those of one business in one transaction.
 * @param newest the model that a new business gets an edition of at once; otherwise it would be known here first, and its edition
 *   built later
 */
export const eventsSubscriber = (
  db: Database,
  owners: Owners,
  clock: () => Date,
  newest = FIRST_MODEL,
): Subscriber => ({
  ...subscriberOf(db, CONSUMER, clock),
  handle: async (businessId, deliveries) => {
    const events = await statesOf(db, owners, businessId, deliveries)
    await db.transact({ businessId }, async (tx) => {
      const { isOurs, isEmpty } = await shareReadModel(tx, businessId)
      if (isEmpty && newest > FIRST_MODEL) await openForNewBusiness(tx, businessId, newest)
      if (isOurs) await applyEvents(tx, businessId, events, FIRST_MODEL)
    })
  },
})

/**
 * Applies events to the editions of a model: the served one and the one being built get each event in one transaction. Events of
 * a business without an edition are dropped: a later build replays the owners, whose state includes them.
 */
export const editionsSubscriber = (db: Database, owners: Owners, clock: () => Date, model: number): Subscriber => ({
  ...subscriberOf(db, consumerOf(model), clock),
  handle: async (businessId, deliveries) => {
    const scope = { businessId }
    const { isNew, hasEditions } = await db.read(scope, (tx) => findEditions(tx, businessId, model))
    if (isNew) await db.transact(scope, (tx) => openForNewBusiness(tx, businessId, model))
    else if (!hasEditions) return
    const events = await statesOf(servedBy(db), owners, businessId, deliveries)
    await db.transact(scope, async (tx) => {
      const [, editions] = await Promise.all([shareEditions(tx, businessId), editionsToFeed(tx, businessId, model)])
      for (const edition of editions) {
        await enterEdition(tx, edition)
        await applyEvents(tx, businessId, events, model)
      }
    })
  },
})

/** Behind the lock, so that no other process opens an edition from an older view. All of it is one round trip. */
async function findEditions(
  tx: Tx,
  businessId: string,
  model: number,
): Promise<{ hasEditions: boolean; isNew: boolean }> {
  const [, editions, known] = await Promise.all([
    shareEditions(tx, businessId),
    editionsToFeed(tx, businessId, model),
    isKnown(tx, businessId),
  ])
  const hasEditions = editions.length > 0
  return { hasEditions, isNew: !hasEditions && !known }
}

/** Unless another process was first. */
async function openForNewBusiness(tx: Tx, businessId: string, model: number): Promise<void> {
  await lockEditions(tx, businessId)
  if (!(await isKnown(tx, businessId))) await openEdition(tx, businessId, model)
}

const subscriberOf = (db: Database, durable: string, clock: () => Date): Omit<Subscriber, 'handle'> => ({
  durable,
  filterSubject: 'pacioli.>',
  aggregates: APPLIED_AGGREGATES,
  ping: () => db.ping(),
  park: (poison) => db.transact({ businessId: poison.businessId }, (tx) => parkEvent(tx, durable, poison, clock())),
})

/** The states of the events, with those that were too large for their event. */
async function statesOf(
  db: Database,
  owners: Owners,
  businessId: string,
  deliveries: readonly Delivery[],
): Promise<StateEvent[]> {
  const events: StateEvent[] = []
  let business: Promise<Business> | undefined
  for (const { event } of deliveries)
    events.push(await stateEventOf(event, owners, () => (business ??= businessOf(db, businessId, deliveries))))
  return events
}
