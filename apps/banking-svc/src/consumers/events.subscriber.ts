import type { Tx } from '@pacioli/db'
import { NotTogether, takeInTogether, type Delivery } from '@pacioli/events'
import { fieldsOf } from '@pacioli/fields'
import {
  FACTS,
  factsFrom,
  findBusiness,
  findBusinesses,
  newest,
  takeInFacts,
  type Facts,
  type KnownBusiness,
} from '@pacioli/ledger-facts'
import { subscriberOf } from '@pacioli/posting-service/subscriber'
import type { BankingConsumer } from '../banking.ts'
import { candidatesOfEntry, entryFrom, originOf, type EntryState } from '../matches/candidate.events.ts'
import { businessesOfMatched, loadOrigins, upsertCandidates } from '../matches/candidate.store.ts'
import type { Candidate } from '../matches/candidate.ts'
import {
  fetchBillingFacts,
  billingFactsOf,
  BILLING_AGGREGATES,
  ownedBy,
  type BillingFacts,
} from '../matches/billing-facts.ts'
import { updateMatchesOfCandidates } from '../matching/update-matches.ts'
import { upsertContacts } from '../contacts/contact.store.ts'
import { ENTRY, isFetched, stateOf, statesOf, type State } from './states-of-events.ts'

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
  applyMany,
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
  const copies = copiesOf(business, states)
  const fetched = await fetchBillingFacts(banking, business, tooLarge)
  const all = { ...copies, contacts: [...copies.contacts, ...fetched.contacts] }
  const reported = await banking.db.transact(scope, (tx) =>
    storeCopies(tx, [{ ...all, candidates: [...copies.candidates, ...fetched.candidates] }]),
  )
  // In another transaction: it locks transactions before candidates, as confirming a match does.
  const subjects = reported.filter(mayEndMatch).map(({ subjectId }) => subjectId)
  await updateMatchesOfCandidates(banking, business, [...new Set(subjects)], lockTimeoutMs)
}

/** Stores the copies of all of them. Those with a match that may have to change, or a state to be fetched, come alone. */
function applyMany(
  { db }: BankingConsumer,
  batch: ReadonlyMap<string, readonly Delivery[]>,
  lockTimeoutMs: number,
): Promise<ReadonlyMap<string, unknown>> {
  return takeInTogether(
    db,
    { batch, lockTimeoutMs },
    {
      read: (_businessId, deliveries) =>
        deliveries.some(({ event }) => isFetched(event))
          ? new NotTogether('A state has to be fetched.')
          : deliveries.map(({ event }) => stateOf(event)),
      store: async (tx, statesOfEach) => {
        const known = await findBusinesses(tx, [...statesOfEach.keys()])
        const copies = [...statesOfEach].flatMap(([businessId, states]) => {
          const business = known.get(businessId)
          return business ? [copiesOf(business, states)] : []
        })
        const reported = await storeCopies(tx, copies)
        const matched = await businessesOfMatched(tx, reported.filter(mayEndMatch))
        return new Map(matched.map((businessId) => [businessId, new NotTogether('What it has matched has changed.')]))
      },
    },
  )
}

/** What the states of a business say. */
type Copies = BillingFacts & { businessId: string; facts: Facts; entries: readonly EntryState[] }

function copiesOf(business: KnownBusiness, states: readonly State[]): Copies {
  const entries = states.filter(({ aggregate }) => aggregate === ENTRY)
  return {
    businessId: business.id,
    facts: factsFrom(business.id, states),
    entries: newest(entries.map(({ data }) => entryFrom(fieldsOf('data', data)))),
    ...billingFactsOf(states, business.timeZone),
  }
}

/**
 * Stores the copies of each business, unless newer ones are here; returns what was reported as a candidate.
 * @param all in the order of the businesses, in which rows are locked
 */
async function storeCopies(tx: Tx, all: readonly Copies[]): Promise<(Candidate & { businessId: string })[]> {
  const origins = await loadOrigins(
    tx,
    all.flatMap(({ businessId, entries }) =>
      [...new Set(entries.flatMap((entry) => originOf(entry) ?? []))].map((id) => ({ businessId, id })),
    ),
  )
  const reported = all.flatMap(({ businessId, entries, candidates }) => {
    const ofEntries = entries.flatMap((entry) => candidatesOfEntry(entry, origins.get(businessId)))
    return ownedBy(businessId, newest([...ofEntries, ...candidates]))
  })
  await Promise.all([
    takeInFacts(
      tx,
      all.map(({ facts }) => facts),
    ),
    upsertContacts(
      tx,
      all.flatMap(({ businessId, contacts }) => ownedBy(businessId, newest(contacts))),
    ),
    upsertCandidates(tx, reported),
  ])
  return reported
}

/** A document may have changed in any way; an entry changes only by being reversed. */
const mayEndMatch = ({ ledgerAccountId, isOpen }: Candidate): boolean => ledgerAccountId === null || !isOpen
