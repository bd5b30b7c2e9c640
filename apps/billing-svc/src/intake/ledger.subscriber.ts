import { parkEvent, type ConsumeOptions, type Delivery } from '@pacioli/events'
import { aggregateOf, FACTS, factsFrom, findBusiness, takeInFacts } from '@pacioli/ledger-facts'
import type { BillingIntake } from '../billing.ts'

/** The name under which the broker remembers how far this service has read. */
export const CONSUMER = 'billing'

type Subscriber = Pick<ConsumeOptions, 'durable' | 'filterSubject' | 'handle' | 'ping' | 'park'>

/**
 * How events of the ledger become the copies that are kept here. A business that nobody has asked billing for is passed
 * over: it is read as a whole when somebody does.
 */
export const ledgerSubscriber = (billing: BillingIntake): Subscriber => ({
  durable: CONSUMER,
  filterSubject: 'pacioli.>',
  handle: (businessId, deliveries) => takeIn(billing, businessId, deliveries),
  ping: () => billing.db.ping(),
  park: (poison) =>
    billing.db.transact({ businessId: poison.businessId }, (tx) => parkEvent(tx, CONSUMER, poison, billing.now())),
})

async function takeIn({ db }: BillingIntake, businessId: string, deliveries: readonly Delivery[]): Promise<void> {
  const states = deliveries
    .map(({ event }) => ({ aggregate: aggregateOf(event.type), data: event.data }))
    .filter(({ aggregate }) => FACTS.includes(aggregate))
  if (states.length === 0) return
  await db.transact({ businessId }, async (tx) => {
    if (await findBusiness(tx, businessId)) await takeInFacts(tx, businessId, factsFrom(states))
  })
}
