/** Banking's copies of billing: documents that banks will report, and vendors and customers. */
import { newest, type KnownBusiness } from '@pacioli/ledger-facts'
import type { OutgoingContext } from '@pacioli/rpc'
import type { BankingConsumer } from '../banking.ts'
import { replayBilling, type Replayed } from '../billing-replay.ts'
import { upsertContacts } from '../contacts/contact.store.ts'
import { CONTACT_KINDS, contactFrom, type KnownContact } from '../contacts/contact.ts'
import { candidateOfState, DOCUMENTS } from './candidate.events.ts'
import { upsertCandidates } from './candidate.store.ts'
import type { Candidate } from './candidate.ts'

export const BILLING_AGGREGATES: readonly string[] = [...CONTACT_KINDS, ...Object.keys(DOCUMENTS)]

export type BillingFacts = { contacts: KnownContact[]; candidates: Candidate[] }

/** The same things, each with the business that it is of, as stores need it that write those of several. */
export const ownedBy = <Thing>(businessId: string, things: readonly Thing[]): (Thing & { businessId: string })[] =>
  things.map((thing) => ({ ...thing, businessId }))

const BATCH = 500
const ASK_TIMEOUT_MS = 5_000
/** All documents of a very large business. Waiting requests time out long before; later ones find the copies. */
const SEED_TIMEOUT_MS = 1_800_000

/**
 * From the states of aggregates of one business; other types are ignored.
 * @throws TypeError for a state that is not as billing's are
 */
export const billingFactsOf = (states: readonly Replayed[], timeZone: string): BillingFacts => ({
  contacts: states.flatMap(({ aggregate, data }) => contactFrom(aggregate, data) ?? []),
  candidates: states.flatMap((state) => candidateOfState(state, timeZone) ?? []),
})

/**
 * The current state of aggregates whose events were too large to carry it.
 * @throws ServiceUnavailable while billing does not answer; Error for one that billing does not have
 */
export async function fetchBillingFacts(
  { billing }: BankingConsumer,
  { id: businessId, clientId, timeZone }: KnownBusiness,
  requested: readonly { aggregate: string; id: string }[],
): Promise<BillingFacts> {
  const facts: BillingFacts = { contacts: [], candidates: [] }
  if (requested.length === 0) return facts
  const types = [...new Set(requested.map(({ aggregate }) => aggregate))]
  const missing = new Set(requested.map(({ id }) => id))
  const asked = { types, ids: [...missing], timeoutMs: ASK_TIMEOUT_MS }
  for await (const one of replayBilling(billing, { clientId, businessId }, businessId, asked))
    if (missing.delete(one.id)) add(facts, one, timeZone)
  const [unknown] = missing
  if (unknown !== undefined) throw new Error(`An event refers to ${unknown}, which billing does not have`)
  return facts
}

function add(facts: BillingFacts, one: Replayed, timeZone: string): void {
  const { contacts, candidates } = billingFactsOf([one], timeZone)
  facts.contacts.push(...contacts)
  facts.candidates.push(...candidates)
}

/**
 * Copies all of billing's facts at the first use of a business. Safe to repeat, also concurrently: what events have
 * brought meanwhile is newer.
 * @throws ServiceUnavailable while billing does not answer
 */
export async function seedBillingFacts(
  banking: BankingConsumer,
  context: OutgoingContext,
  { id: businessId, clientId, timeZone }: KnownBusiness,
): Promise<void> {
  const keep = ({ contacts, candidates }: BillingFacts): Promise<void> =>
    banking.db.transact({ clientId, businessId }, async (tx) => {
      await upsertContacts(tx, ownedBy(businessId, newest(contacts)))
      await upsertCandidates(tx, ownedBy(businessId, newest(candidates)))
    })
  const asked = { types: BILLING_AGGREGATES, timeoutMs: SEED_TIMEOUT_MS }
  let batch: BillingFacts = { contacts: [], candidates: [] }
  for await (const one of replayBilling(banking.billing, context, businessId, asked)) {
    add(batch, one, timeZone)
    if (batch.contacts.length + batch.candidates.length < BATCH) continue
    await keep(batch)
    batch = { contacts: [], candidates: [] }
  }
  await keep(batch)
}
