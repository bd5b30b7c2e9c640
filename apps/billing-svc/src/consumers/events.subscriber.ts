import type { Delivery } from '@pacioli/events'
import { aggregateOf, FACTS, factsFrom, findBusiness, newest, takeInFacts } from '@pacioli/ledger-facts'
import { subscriberOf } from '@pacioli/posting-service/subscriber'
import type { BillingConsumer } from '../billing.ts'
import { upsertMatches } from '../matches/match.store.ts'
import { BANK_TRANSACTION, matchFrom } from '../matches/transaction-match.ts'

/** The durable consumer of this service at the broker. */
export const CONSUMER = 'billing'

/**
 * Applies events of the ledger to the copies here, and events of banking to the matches of documents. A business that has
 * not used billing yet is skipped: its ledger facts are seeded on first use, and it has no documents to match.
 */
export const eventsSubscriber = subscriberOf<BillingConsumer>({
  durable: CONSUMER,
  aggregates: [...FACTS, BANK_TRANSACTION],
  apply: applyEvents,
})

async function applyEvents(
  { db }: BillingConsumer,
  businessId: string,
  deliveries: readonly Delivery[],
): Promise<void> {
  const states = deliveries.map(({ event }) => ({
    aggregate: aggregateOf(event.type),
    data: event.data,
    time: new Date(event.time),
  }))
  const facts = states.filter(({ aggregate }) => FACTS.includes(aggregate))
  const matches = states.flatMap(({ aggregate, data, time }) =>
    aggregate === BANK_TRANSACTION ? (matchFrom(data, time) ?? []) : [],
  )
  if (facts.length + matches.length === 0) return
  await db.transact({ businessId }, async (tx) => {
    if (!(await findBusiness(tx))) return
    await takeInFacts(tx, factsFrom(facts))
    await upsertMatches(tx, newest(matches))
  })
}
