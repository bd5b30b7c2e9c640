import { dayOf } from '@pacioli/calendar'
import { parkEvent, referenceOf, type CloudEvent, type ConsumeOptions, type Delivery } from '@pacioli/events'
import { fieldsOf, type Fields } from '@pacioli/fields'
import type { BankingIntake } from '../banking.ts'
import type { KnownBusiness } from '../businesses/business.ts'
import { findBusiness } from '../businesses/business.store.ts'
import { candidatesOfEntry, entryFrom } from '../matching/candidate.events.ts'
import { upsertCandidates } from '../matching/candidate.store.ts'
import { endMatchesOfClosed } from '../matching/end-matches-of-closed.ts'
import { aggregateOf, FACTS, factsFrom, newest } from './facts.ts'
import { takeInFacts } from './take-in-facts.ts'

/** The name under which the broker remembers how far this service has read. */
export const CONSUMER = 'banking'

const ENTRY = 'entry'
const ASK_TIMEOUT_MS = 5_000

type Subscriber = Pick<ConsumeOptions, 'durable' | 'filterSubject' | 'handle' | 'ping' | 'park'>

/**
 * How events of the ledger become the copies that are kept here, and entries what transactions can be matched to. A
 * business that nobody has asked banking for is passed over: it is read as a whole when somebody does.
 */
export const ledgerSubscriber = (banking: BankingIntake): Subscriber => ({
  durable: CONSUMER,
  filterSubject: 'pacioli.>',
  handle: (businessId, deliveries) => takeIn(banking, businessId, deliveries),
  ping: () => banking.db.ping(),
  park: (poison) =>
    banking.db.transact({ businessId: poison.businessId }, (tx) => parkEvent(tx, CONSUMER, poison, banking.now())),
})

async function takeIn(banking: BankingIntake, businessId: string, deliveries: readonly Delivery[]): Promise<void> {
  const events = deliveries.filter(({ event }) => [...FACTS, ENTRY].includes(aggregateOf(event.type)))
  if (events.length === 0) return
  const known = await banking.db.transact({ businessId }, (tx) => findBusiness(tx, businessId))
  if (!known) return
  const states: { aggregate: string; data: unknown }[] = []
  for (const { event } of events)
    states.push({ aggregate: aggregateOf(event.type), data: await stateOf(banking, event, known.business) })
  const facts = factsFrom(states)
  const entries = newest(
    states.filter(({ aggregate }) => aggregate === ENTRY).map(({ data }) => entryFrom(fieldsOf('data', data))),
  )
  const candidates = newest(entries.flatMap(candidatesOfEntry))
  await banking.db.transact({ businessId }, async (tx) => {
    await takeInFacts(tx, businessId, facts)
    await upsertCandidates(tx, businessId, candidates)
  })
  // In a transaction of its own: it holds transactions before candidates, as confirming a match does.
  const closed = candidates.filter(({ isOpen }) => !isOpen).map(({ subjectId }) => subjectId)
  await endMatchesOfClosed(banking, known.business, [...new Set(closed)])
}

/** What the event says; an entry that was too large to travel with it is asked of the ledger, which answers as of now. */
async function stateOf(banking: BankingIntake, event: CloudEvent, business: KnownBusiness): Promise<unknown> {
  const reference = aggregateOf(event.type) === ENTRY ? referenceOf(event) : undefined
  return reference ? entryState(banking, business, reference.aggregate_id) : event.data
}

/** An entry as its event would carry it. */
async function entryState({ ledger }: BankingIntake, business: KnownBusiness, entryId: string): Promise<Fields> {
  const context = { clientId: business.clientId, businessId: business.id }
  const { message } = await ledger.journal.GetEntry({ entry_id: entryId }, { context, timeoutMs: ASK_TIMEOUT_MS })
  const entry = fieldsOf('entry', message.data)
  return {
    ...entry,
    entry_date: dayOf(new Date(message.data?.entry_at ?? NaN), business.timeZone),
    line_items: message.data?.line_items.map((line) => ({
      id: line.id,
      account_id: line.account?.id?.id,
      amount: line.amount,
      direction: line.direction,
      memo: line.memo,
    })),
  }
}
