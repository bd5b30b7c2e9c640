import type { Delivery } from '@pacioli/events'
import { fieldsOf, text } from '@pacioli/fields'
import { aggregateOf, FACTS, factsFrom, findBusiness, newest, takeInFacts } from '@pacioli/ledger-facts'
import { subscriberOf } from '@pacioli/posting-service/subscriber'
import type { BillingConsumer } from '../billing.ts'
import { contactLinesFrom, ENTRY, mayNameContact } from '../contacts/contact-entry.ts'
import { insertContactLines } from '../contacts/contact-entry.store.ts'
import { IMPORTED_PARTY, importedContactFrom } from '../contacts/imported-contact.ts'
import { takeInImportedContacts } from '../contacts/take-in-imported-contacts.ts'
import { upsertMatches } from '../matches/match.store.ts'
import { BANK_TRANSACTION, matchFrom } from '../matches/transaction-match.ts'

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
})

async function applyEvents(
  billing: BillingConsumer,
  businessId: string,
  deliveries: readonly Delivery[],
  lockTimeoutMs?: number,
): Promise<void> {
  const { db } = billing
  const scope = { businessId, lockTimeoutMs }
  const states = deliveries.map(({ event }) => ({
    aggregate: aggregateOf(event.type),
    data: event.data,
    time: new Date(event.time),
  }))
  const facts = states.filter(({ aggregate }) => FACTS.includes(aggregate))
  const matches = states.flatMap(({ aggregate, data, time }) =>
    aggregate === BANK_TRANSACTION ? (matchFrom(data, time) ?? []) : [],
  )
  const contacts = states.flatMap(({ aggregate, data }) =>
    aggregate === IMPORTED_PARTY ? [importedContactFrom(data)] : [],
  )
  // What happened to an entry since leaves its lines as they were.
  const entries = new Map(
    states.flatMap(({ aggregate, data }) =>
      aggregate === ENTRY ? [[text(fieldsOf('data', data), 'id'), contactLinesFrom(data)] as const] : [],
    ),
  )
  const lines = [...entries.values()].flat()
  if (contacts.length > 0) await db.transact(scope, (tx) => takeInImportedContacts(tx, billing, contacts))
  // Apart from the facts, which requests write after documents, and so after balances.
  if (lines.length > 0) await db.transact(scope, (tx) => insertContactLines(tx, lines))
  if (facts.length + matches.length === 0) return
  await db.transact(scope, async (tx) => {
    if (!(await findBusiness(tx))) return
    await takeInFacts(tx, factsFrom(facts))
    await upsertMatches(tx, newest(matches))
  })
}
