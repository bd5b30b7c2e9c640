import type { Database, Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import {
  NO_BUSINESS,
  NotTogether,
  parkEvent,
  readEvent,
  takeInTogether,
  type ConsumeOptions,
  type Delivery,
  type PoisonEvent,
} from '@pacioli/events'
import type { Business } from '../businesses/business.ts'
import type { Owners } from '../owners/owners.ts'
import {
  editionsToFeed,
  enterEdition,
  lockEditions,
  isKnown,
  openEdition,
  type FedEdition,
} from '../read-models/edition.store.ts'
import { CONSUMER, consumerOf, FIRST_MODEL } from '../read-models/models.ts'
import { markRecorded } from '../read-models/record-marks.store.ts'
import { servedBy } from '../read-models/served.ts'
import { shareReadModels, type PublicModel } from '../read-models/read-model.store.ts'
import { applyEvents, APPLIED_AGGREGATES } from '../apply-events/apply-events.ts'
import { businessOf, fetchStateEvent, isFetched, stateEventOf, type StateEvent } from '../apply-events/state-event.ts'

type Subscriber = Pick<ConsumeOptions, 'durable' | 'aggregates' | 'handle' | 'ping' | 'park'> &
  Required<Pick<ConsumeOptions, 'handleMany'>>

/**
 * Applies events to the read models in `public`, each batch in one transaction.
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
  aggregates: APPLIED_AGGREGATES,
  handle: async (businessId, deliveries, lockTimeoutMs) => {
    const events = await statesOf(db, owners, businessId, deliveries)
    await db.transact({ businessId, lockTimeoutMs }, async (tx) => {
      const shared = await shareReadModels(tx, [businessId])
      if (shared.some(({ isRebuilt }) => isRebuilt))
        throw refused('VersionConflict', 'The read model of the business is being rebuilt.')
      if (newest > FIRST_MODEL && shared.some(({ isEmpty }) => isEmpty))
        await openForNewBusiness(tx, businessId, newest)
      await applyToPublic(tx, shared, events)
    })
  },
  handleMany: (batch, lockTimeoutMs) =>
    together(db, { batch, lockTimeoutMs }, async (tx, businessIds, events) => {
      const shared = await shareReadModels(tx, businessIds)
      const isApart = ({ isRebuilt, isEmpty }: PublicModel) => isRebuilt || (isEmpty && newest > FIRST_MODEL)
      await applyToPublic(
        tx,
        shared.filter((one) => !isApart(one)),
        events,
      )
      return shared.filter(isApart)
    }),
})

const applyToPublic = (tx: Tx, shared: readonly PublicModel[], events: readonly StateEvent[]): Promise<void> =>
  applyEvents(
    tx,
    eventsOf(
      shared.filter(({ isOurs }) => isOurs),
      events,
    ),
    FIRST_MODEL,
  )

/**
 * Applies events to the editions of a model: the served one and the one being built get each event in one transaction. Events of
 * a business without an edition are dropped: a later build replays the owners, whose state includes them.
 */
export const editionsSubscriber = (db: Database, owners: Owners, clock: () => Date, model: number): Subscriber => ({
  ...subscriberOf(db, consumerOf(model), clock),
  park: (poison) =>
    db.transact({ businessId: poison.businessId }, async (tx) => {
      await parkEvent(tx, consumerOf(model), poison, clock())
      await passOver(tx, poison, model)
    }),
  handle: async (businessId, deliveries, lockTimeoutMs) => {
    // What belongs to a client as a whole is in no history of a business.
    if (businessId === NO_BUSINESS) return
    const scope = { businessId, lockTimeoutMs }
    const found = await db.read(scope, (tx) => editionsToFeed(tx, [businessId], model))
    if (found.some(({ isNew }) => isNew)) await db.transact(scope, (tx) => openForNewBusiness(tx, businessId, model))
    else if (found.every(({ slot }) => slot === null)) return
    const events = await statesOf(servedBy(db), owners, businessId, deliveries)
    await db.transact(scope, async (tx) => {
      await applyToEditions(tx, await editionsToFeed(tx, [businessId], model), events, model)
    })
  },
  handleMany: (batch, lockTimeoutMs) =>
    together(db, { batch, lockTimeoutMs }, async (tx, businessIds, events) => {
      const found = await editionsToFeed(tx, businessIds, model)
      // A build keeps rows locked for longer than strangers may have to wait.
      const apart = found.filter(({ isNew, isBuilding }) => isNew || isBuilding)
      const isApart = new Set(apart.map(({ businessId }) => businessId))
      await applyToEditions(
        tx,
        found.filter(({ businessId }) => !isApart.has(businessId)),
        events,
        model,
      )
      return apart
    }),
})

/** What was set aside holds up no report: where it was recorded counts as applied. */
async function passOver(tx: Tx, { businessId, event }: PoisonEvent, model: number): Promise<void> {
  const read = readEvent(event)
  const { place } = read ? stateEventOf({ businessId, event: read }) : {}
  if (!place || businessId === NO_BUSINESS) return
  for (const { slot } of await editionsToFeed(tx, [businessId], model)) {
    if (slot === null) continue
    enterEdition(tx, { model, slot })
    markRecorded(tx, [{ businessId, ...place }])
  }
}

/** In the order of the slots, so that two transactions never wait for each other. */
async function applyToEditions(
  tx: Tx,
  found: readonly FedEdition[],
  events: readonly StateEvent[],
  model: number,
): Promise<void> {
  for (const slot of ['a', 'b'] as const) {
    const inSlot = found.filter((one) => one.slot === slot)
    if (inSlot.length === 0) continue
    enterEdition(tx, { model, slot })
    await applyEvents(tx, eventsOf(inSlot, events), model)
  }
}

function eventsOf(of: readonly { businessId: string }[], events: readonly StateEvent[]): StateEvent[] {
  const businessIds = new Set(of.map(({ businessId }) => businessId))
  return events.filter(({ businessId }) => businessIds.has(businessId))
}

/** Unless another process was first. */
async function openForNewBusiness(tx: Tx, businessId: string, model: number): Promise<void> {
  await lockEditions(tx, businessId)
  if (!(await isKnown(tx, businessId))) await openEdition(tx, businessId, model)
}

const subscriberOf = (db: Database, durable: string, clock: () => Date): Omit<Subscriber, 'handle' | 'handleMany'> => ({
  durable,
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
  for (const delivery of deliveries)
    events.push(await fetchStateEvent(delivery, owners, () => (business ??= businessOf(db, businessId, deliveries))))
  return events
}

/**
 * Applies events of several businesses in one transaction; returns those that come alone, with the reason. Those with a state
 * that has to be fetched are among them: others do not wait for the owners.
 * @param apply returns the businesses of which it applied nothing
 */
const together = (
  db: Database,
  batch: Parameters<typeof takeInTogether>[1],
  apply: (
    tx: Tx,
    businessIds: readonly string[],
    events: readonly StateEvent[],
  ) => Promise<readonly { businessId: string }[]>,
): Promise<ReadonlyMap<string, unknown>> =>
  takeInTogether(db, batch, {
    read: (_businessId, deliveries) =>
      deliveries.some(isFetched) ? new NotTogether('A state has to be fetched.') : deliveries.map(stateEventOf),
    store: async (tx, events) => {
      const apart = await apply(tx, [...events.keys()], [...events.values()].flat())
      return new Map(apart.map(({ businessId }) => [businessId, new NotTogether('It is new, or being built.')]))
    },
  })
