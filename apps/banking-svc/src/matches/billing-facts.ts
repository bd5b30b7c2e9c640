/** What banking keeps of billing: documents that the bank will report, and what their vendors and customers are called. */
import { newest, type KnownBusiness } from '@pacioli/ledger-facts'
import type { OutgoingContext } from '@pacioli/rpc'
import type { BankingConsumer } from '../banking.ts'
import { replayBilling, type Replayed } from '../billing-replay.ts'
import { upsertContacts } from '../contacts/contact.store.ts'
import { CONTACT_KINDS, contactFrom, type KnownContact } from '../contacts/contact.ts'
import { candidateOfState, DOCUMENTS } from './candidate.events.ts'
import { upsertCandidates } from './candidate.store.ts'
import type { Candidate } from './candidate.ts'

/** The kinds of aggregates that they are made of. */
export const BILLING_AGGREGATES: readonly string[] = [...CONTACT_KINDS, ...Object.keys(DOCUMENTS)]

export type BillingFacts = { contacts: KnownContact[]; candidates: Candidate[] }

const BATCH = 500
const ASK_TIMEOUT_MS = 5_000
/** All documents of a very large business. Requests that wait for them give up long before; later ones find them read. */
const SEED_TIMEOUT_MS = 1_800_000

/**
 * What aggregates of one business say; kinds that are none of these pass by.
 * @throws TypeError for a state that is not as billing's are
 */
export const billingFactsOf = (states: readonly Replayed[], timeZone: string): BillingFacts => ({
  contacts: states.flatMap(({ aggregate, data }) => contactFrom(aggregate, data) ?? []),
  candidates: states.flatMap((state) => candidateOfState(state, timeZone) ?? []),
})

/**
 * Aggregates whose events were too large to carry them, as they are by now.
 * @throws ServiceUnavailable while billing cannot be asked; Error for one that billing does not have
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
  if (unknown !== undefined) throw new Error(`An event tells of ${unknown}, which billing does not have`)
  return facts
}

function add(facts: BillingFacts, one: Replayed, timeZone: string): void {
  const { contacts, candidates } = billingFactsOf([one], timeZone)
  facts.contacts.push(...contacts)
  facts.candidates.push(...candidates)
}

/**
 * Reads all that is kept of billing of a business that is new here. Safe to repeat, also by several processes at once:
 * what an event has told meanwhile is newer.
 * @throws ServiceUnavailable while billing cannot be asked
 */
export async function seedBillingFacts(
  banking: BankingConsumer,
  context: OutgoingContext,
  { id: businessId, clientId, timeZone }: KnownBusiness,
): Promise<void> {
  const keep = ({ contacts, candidates }: BillingFacts): Promise<void> =>
    banking.db.transact({ clientId, businessId }, async (tx) => {
      await upsertContacts(tx, businessId, newest(contacts))
      await upsertCandidates(tx, businessId, newest(candidates))
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
