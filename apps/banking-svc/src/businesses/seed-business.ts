import { readEvent } from '@pacioli/events'
import type { OutgoingContext, Tenant } from '@pacioli/rpc'
import type { Banking } from '../banking.ts'
import { aggregateOf, businessFrom, FACTS, factsFrom } from '../intake/facts.ts'
import { takeInFacts } from '../intake/take-in-facts.ts'
import { businessNotFound, type KnownBusiness } from './business.ts'
import { findBusiness, markSeeded, upsertBusiness } from './business.store.ts'

const BATCH = 500
/** A replay tells of accounts one by one; `chart` is a kind of event. */
const REPLAYED = FACTS.filter((type) => type !== 'chart')
const ASK_TIMEOUT_MS = 5_000
/** A large chart, and very many values of tags. */
const SEED_TIMEOUT_MS = 60_000

/**
 * Reads a business with its chart and its tags from the ledger. Its row comes first and is committed: from then on its
 * events are taken in, and what the ledger is asked for afterwards has everything that came before. Any number of
 * processes may do this at once.
 * @throws BusinessNotFound, also for a business of another client; ServiceUnavailable
 */
export async function seedBusiness(banking: Banking, context: OutgoingContext & Tenant): Promise<KnownBusiness> {
  const business = await askBusiness(banking, context)
  const tenant = { clientId: business.clientId, businessId: business.id }
  for await (const states of replayed(banking, context, business.id))
    await banking.db.transact(tenant, (tx) => takeInFacts(tx, business.id, factsFrom(states)))
  return banking.db.transact(tenant, async (tx) => {
    await markSeeded(tx, business.id, banking.now())
    return (await findBusiness(tx, business.id))?.business ?? business
  })
}

/**
 * The business as the ledger has it at this moment, taken over at once instead of with its next event.
 * @throws BusinessNotFound, also for a business of another client; ServiceUnavailable
 */
export async function askBusiness(banking: Banking, context: OutgoingContext & Tenant): Promise<KnownBusiness> {
  const { message } = await banking.ledger.businesses.GetBusiness(
    {},
    { context: { ...context, idempotency: undefined }, timeoutMs: ASK_TIMEOUT_MS },
  )
  if (!message.data) throw businessNotFound(context.businessId)
  const business = businessFrom({ ...message.data })
  await banking.db.transact({ clientId: business.clientId, businessId: business.id }, (tx) =>
    upsertBusiness(tx, business),
  )
  return business
}

type State = { aggregate: string; data: unknown }

async function* replayed(
  { ledger }: Banking,
  { requestId, traceparent }: OutgoingContext,
  businessId: string,
): AsyncGenerator<State[]> {
  const answer = ledger.replay.ReplayAggregates(
    { business_id: businessId, types: REPLAYED },
    // Without the deadline of the request: what it does not wait for, the next one finds done.
    { context: { requestId, traceparent }, timeoutMs: SEED_TIMEOUT_MS },
  )
  let batch: State[] = []
  for await (const { type, event } of answer) {
    if (!FACTS.includes(type)) continue
    const read = readEvent(event)
    if (!read) throw new TypeError(`Expected a CloudEvents 1.0 event from the ledger, got ${event.slice(0, 200)}`)
    batch.push({ aggregate: aggregateOf(read.type), data: read.data })
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
