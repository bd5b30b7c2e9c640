import type { Database } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { parkEvent, type ConsumeOptions } from '@pacioli/events'
import type { Business } from '../businesses/business.ts'
import { findBusiness } from '../businesses/business.store.ts'
import type { LedgerReader } from '../ledger-reader.ts'
import { shareReadModel } from './read-model.store.ts'
import { ledgerEventOf, takeIn, type LedgerEvent } from './take-in.ts'

/** The name under which the broker remembers how far this service has read. */
export const CONSUMER = 'reporting'

/** How events of the ledger become read models: those of one business in one transaction. */
export const ledgerSubscriber = (
  db: Database,
  ledger: LedgerReader,
  clock: () => Date,
): Pick<ConsumeOptions, 'durable' | 'filterSubject' | 'handle' | 'ping' | 'park'> => ({
  durable: CONSUMER,
  filterSubject: 'pacioli.>',
  handle: async (businessId, deliveries) => {
    const events: LedgerEvent[] = []
    for (const { event } of deliveries)
      events.push(await ledgerEventOf(event, ledger, () => knownBusiness(db, businessId)))
    await db.transact({ businessId }, async (tx) => {
      await shareReadModel(tx, businessId)
      await takeIn(tx, businessId, events)
    })
  },
  ping: () => db.ping(),
  park: (poison) => db.transact({ businessId: poison.businessId }, (tx) => parkEvent(tx, CONSUMER, poison, clock())),
})

/** Whose the events are, for asking the ledger about them. */
async function knownBusiness(db: Database, businessId: string): Promise<Business> {
  const business = await db.transact({ businessId }, (tx) => findBusiness(tx, businessId))
  if (!business) throw refused('ServiceUnavailable', 'The business of the entry is not known here yet.')
  return business
}
