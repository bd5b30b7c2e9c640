import { readEvent } from '@pacioli/events'
import type { OutgoingContext, Tenant } from '@pacioli/rpc'
import { businessNotFound, type KnownBusiness } from './business.ts'
import { findBusiness, markSeeded, upsertBusinesses } from './business.store.ts'
import { aggregateOf, businessFrom, FACTS, factsFrom } from './facts.ts'
import type { FactsService } from './service.ts'
import { takeInFacts } from './take-in-facts.ts'

const BATCH = 500
/** A replay reports accounts one by one; `chart` is a kind of event. */
const REPLAYED = FACTS.filter((type) => type !== 'chart')
const ASK_TIMEOUT_MS = 5_000
/** Enough for a large chart and very many tag values. */
const SEED_TIMEOUT_MS = 60_000

/**
 * Copies a business with its chart and its tags from the ledger. Its row is committed first: from then on its events
 * are applied, and what the ledger is queried for afterwards has everything that came before. Any number of processes
 * may do this at once.
 * @throws BusinessNotFound, also for a business of another client; ServiceUnavailable
 */
export async function seedBusiness(service: FactsService, context: OutgoingContext & Tenant): Promise<KnownBusiness> {
  const business = await askBusiness(service, context)
  const tenant = { clientId: business.clientId, businessId: business.id }
  // Without the deadline of the request: what it does not wait for, the next one finds done.
  const { requestId, traceparent } = context
  for await (const states of replayed(service, { requestId, traceparent }, business.id))
    await service.db.transact(tenant, (tx) => takeInFacts(tx, [factsFrom(business.id, states)]))
  await service.alsoSeed?.({ requestId, traceparent, ...tenant }, business)
  return service.db.transact(tenant, async (tx) => {
    await markSeeded(tx, service.now())
    return (await findBusiness(tx))?.business ?? business
  })
}

/**
 * The business as the ledger has it at this moment, stored at once instead of with its next event.
 * @throws BusinessNotFound, also for a business of another client; ServiceUnavailable
 */
export async function askBusiness(service: FactsService, context: OutgoingContext & Tenant): Promise<KnownBusiness> {
  const { message } = await service.ledger.businesses.GetBusiness(
    {},
    { context: { ...context, idempotency: undefined }, timeoutMs: ASK_TIMEOUT_MS },
  )
  if (!message.data) throw businessNotFound(context.businessId)
  const business = businessFrom({ ...message.data })
  await service.db.transact({ clientId: business.clientId, businessId: business.id }, (tx) =>
    upsertBusinesses(tx, [business]),
  )
  return business
}

type State = { aggregate: string; data: unknown }

async function* replayed(
  { ledger }: FactsService,
  context: OutgoingContext,
  businessId: string,
): AsyncGenerator<State[]> {
  const answer = ledger.replay.ReplayAggregates(
    { business_id: businessId, types: REPLAYED },
    { context, timeoutMs: SEED_TIMEOUT_MS },
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
