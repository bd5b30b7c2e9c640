import type { Tx } from '@pacioli/db'
import { NotTogether, takeInTogether, type Delivery } from '@pacioli/events'
import { fieldsOf, text } from '@pacioli/fields'
import { aggregateOf, FACTS, factsFrom, findBusinesses, newest, takeInFacts, type Facts } from '@pacioli/ledger-facts'
import { subscriberOf } from '@pacioli/posting-service/subscriber'
import type { BillingConsumer } from '../billing.ts'
import { contactLinesFrom, ENTRY, mayNameContact } from '../contacts/contact-entry.ts'
import { insertContactLines } from '../contacts/contact-entry.store.ts'
import { IMPORTED_PARTY, importedContactFrom } from '../contacts/imported-contact.ts'
import { takeInImportedContacts } from '../contacts/take-in-imported-contacts.ts'
import { upsertMatches } from '../matches/match.store.ts'
import { BANK_TRANSACTION, matchFrom, type TransactionMatch } from '../matches/transaction-match.ts'

/** The durable consumer of this service at the broker. */
export const CONSUMER = 'billing'

/**
 * Applies events of the ledger to the copies here and to the balances of contacts, and events of banking to the matches of
 * documents. A business that has not used billing yet is skipped, but for the contacts of imports and for lines that name
 * contacts: its ledger facts are seeded on first use, and it has no documents to match.
 */
export const eventsSubscriber = subscriberOf<BillingConsumer>({
  durable: CONSUMER,
  // None with a mark: those are entries whose lines name no contact, and that no bank account has a line of.
  filterSubject: 'pacioli.*.*.*',
  aggregates: [...FACTS, BANK_TRANSACTION, IMPORTED_PARTY, ENTRY],
  concerns: (aggregate, body) => aggregate !== ENTRY || mayNameContact(body),
  apply: applyEvents,
  applyMany,
})

async function applyEvents(
  billing: BillingConsumer,
  businessId: string,
  deliveries: readonly Delivery[],
  lockTimeoutMs?: number,
): Promise<void> {
  const { db } = billing
  const scope = { businessId, lockTimeoutMs }
  const { contacts, lines, copies } = readEvents(businessId, deliveries)
  if (contacts.length > 0) await db.transact(scope, (tx) => takeInImportedContacts(tx, billing, contacts))
  // Apart from the facts, which requests write after documents, and so after balances.
  if (lines.length > 0) await db.transact(scope, (tx) => insertContactLines(tx, lines))
  if (copies) await db.transact(scope, (tx) => storeCopies(tx, [copies]))
}

/** Stores the copies of all of them. Those with contacts of imports, or with lines that move balances, come alone. */
function applyMany(
  { db }: BillingConsumer,
  batch: ReadonlyMap<string, readonly Delivery[]>,
  lockTimeoutMs: number,
): Promise<ReadonlyMap<string, unknown>> {
  return takeInTogether(
    db,
    { batch, lockTimeoutMs },
    {
      read: (businessId, deliveries) => {
        const { contacts, lines, copies } = readEvents(businessId, deliveries)
        return contacts.length + lines.length > 0 ? new NotTogether('It has contacts or balances to change.') : copies
      },
      store: async (tx, copies) => {
        await storeCopies(tx, [...copies.values()])
        return new Map()
      },
    },
  )
}

/** What is copied from the states of a business. */
type Copies = { businessId: string; facts: Facts; matches: readonly TransactionMatch[] }

/** What the events of a business say; no copies where they have none of anything. */
function readEvents(businessId: string, deliveries: readonly Delivery[]) {
  const states = deliveries.map(({ event }) => ({
    aggregate: aggregateOf(event.type),
    data: event.data,
    time: new Date(event.time),
  }))
  const of = (aggregate: string) => states.filter((state) => state.aggregate === aggregate)
  const matches = of(BANK_TRANSACTION).flatMap(({ data, time }) => matchFrom(data, time) ?? [])
  // What happened to an entry since leaves its lines as they were.
  const entries = new Map(
    of(ENTRY).map(({ data }) => [text(fieldsOf('data', data), 'id'), contactLinesFrom(data)] as const),
  )
  const hasCopies = matches.length > 0 || states.some(({ aggregate }) => FACTS.includes(aggregate))
  const copies: Copies = { businessId, facts: factsFrom(businessId, states), matches: newest(matches) }
  return {
    contacts: of(IMPORTED_PARTY).map(({ data }) => importedContactFrom(data)),
    lines: [...entries.values()].flat(),
    copies: hasCopies ? copies : undefined,
  }
}

/** Stores the copies of each business that has used billing, in the order of their ids, in which rows are locked. */
async function storeCopies(tx: Tx, all: readonly Copies[]): Promise<void> {
  const businesses = await findBusinesses(
    tx,
    all.map(({ businessId }) => businessId),
  )
  const known = all.filter(({ businessId }) => businesses.has(businessId))
  await Promise.all([
    takeInFacts(
      tx,
      known.map(({ facts }) => facts),
    ),
    upsertMatches(
      tx,
      known.flatMap(({ businessId, matches }) => matches.map((match) => ({ ...match, businessId }))),
    ),
  ])
}
