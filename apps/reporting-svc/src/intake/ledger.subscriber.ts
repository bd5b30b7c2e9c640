import type { Database } from '@pacioli/db'
import { parkEvent, referenceOf, type ConsumeOptions, type Delivery } from '@pacioli/events'
import type { LedgerReader } from '../ledger-reader.ts'
import { findBusiness } from '../businesses/business.store.ts'
import { refused } from '@pacioli/errors'
import { shareReadModel } from './read-model.store.ts'
import { aggregateOf, takeIn, type LedgerEvent } from './take-in.ts'

/** The name under which the broker remembers how far this service has read. */
export const CONSUMER = 'reporting'

/** How events of the ledger become read models: those of one business in one transaction. */
export const ledgerSubscriber = (
  db: Database,
  ledger: LedgerReader,
  clock: () => Date,
): Pick<ConsumeOptions, 'durable' | 'filterSubject' | 'handle' | 'park'> => ({
  durable: CONSUMER,
  filterSubject: 'pacioli.>',
  handle: async (businessId, deliveries) => {
    const events: LedgerEvent[] = []
    for (const delivery of deliveries) events.push(await ledgerEventOf(db, ledger, delivery))
    await db.transact({ businessId }, async (tx) => {
      await shareReadModel(tx, businessId)
      await takeIn(tx, businessId, events)
    })
  },
  park: (poison) => db.transact({ businessId: poison.businessId }, (tx) => parkEvent(tx, CONSUMER, poison, clock())),
})

/** What was delivered, or, if that was too large to travel, what the ledger says of it now. */
async function ledgerEventOf(db: Database, ledger: LedgerReader, delivery: Delivery): Promise<LedgerEvent> {
  const { event, businessId } = delivery
  const aggregate = aggregateOf(event.type)
  const reference = referenceOf(event)
  if (!reference || aggregate !== 'entry') return { id: event.id, aggregate, data: event.data }
  const business = await db.transact({ businessId }, (tx) => findBusiness(tx, businessId))
  if (!business) throw refused('ServiceUnavailable', 'The business of the entry is not known here yet.')
  return { id: event.id, aggregate, data: await ledger.entryState(business, reference.aggregate_id) }
}
