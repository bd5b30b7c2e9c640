import type { Delivery } from '@pacioli/events'
import { fieldsOf } from '@pacioli/fields'
import { FACTS, factsFrom, findBusiness, newest, takeInFacts } from '@pacioli/ledger-facts'
import { subscriberOf } from '@pacioli/posting-service/subscriber'
import type { BankingConsumer } from '../banking.ts'
import { candidatesOfEntry, entryFrom, originOf } from '../matches/candidate.events.ts'
import { loadOrigins, upsertCandidates } from '../matches/candidate.store.ts'
import { fetchBillingFacts, billingFactsOf, BILLING_AGGREGATES } from '../matches/billing-facts.ts'
import { updateMatchesOfCandidates } from '../matching/update-matches.ts'
import { upsertContacts } from '../contacts/contact.store.ts'
import { ENTRY, statesOf } from './states-of-events.ts'

/** The name of the consumer at the broker. */
export const CONSUMER = 'banking'

/**
 * Applies events to banking's copies of the ledger's facts and of billing's vendors and customers, and to what
 * transactions can be matched to: the ledger's entries and billing's documents. Skips a business that has not used
 * banking: its first use reads all of it.
 */
export const eventsSubscriber = subscriberOf<BankingConsumer>({
  durable: CONSUMER,
  // None with a mark: those are entries that no bank account has a line of, and that name no contact.
  filterSubject: 'pacioli.*.*.*',
  aggregates: [...FACTS, ENTRY, ...BILLING_AGGREGATES],
  apply: applyEvents,
})

async function applyEvents(
  banking: BankingConsumer,
  businessId: string,
  deliveries: readonly Delivery[],
  lockTimeoutMs?: number,
): Promise<void> {
  const events = deliveries.map(({ event }) => event)
  const scope = { businessId, lockTimeoutMs }
  const known = await banking.db.transact(scope, (tx) => findBusiness(tx))
  if (!known) return
  const { business } = known
  const { states, tooLarge } = await statesOf(banking, business, events)
  const facts = factsFrom(states)
  const entries = newest(
    states.filter(({ aggregate }) => aggregate === ENTRY).map(({ data }) => entryFrom(fieldsOf('data', data))),
  )
  const carried = billingFactsOf(states, business.timeZone)
  const fetched = await fetchBillingFacts(banking, business, tooLarge)
  const contacts = newest([...carried.contacts, ...fetched.contacts])
  const origins = new Set(entries.flatMap((entry) => originOf(entry) ?? []))
  const candidates = await banking.db.transact(scope, async (tx) => {
    const known = await loadOrigins(tx, [...origins])
    const ofEntries = entries.flatMap((entry) => candidatesOfEntry(entry, known))
    const reported = newest([...ofEntries, ...carried.candidates, ...fetched.candidates])
    await takeInFacts(tx, facts)
    await upsertContacts(tx, contacts)
    await upsertCandidates(tx, reported)
    return reported
  })
  // In another transaction: it locks transactions before candidates, as confirming a match does.
  // An entry changes only by being reversed.
  const subjects = candidates
    .filter(({ ledgerAccountId, isOpen }) => ledgerAccountId === null || !isOpen)
    .map(({ subjectId }) => subjectId)
  await updateMatchesOfCandidates(banking, business, [...new Set(subjects)], lockTimeoutMs)
}
