import type { Database, Tx } from '@pacioli/db'
import { readEvent, type CloudEvent } from '@pacioli/events'
import { fieldsOf } from '@pacioli/fields'
import type { ReplayService as BankingReplayService } from '@pacioli/protos/banking'
import type { ReplayService as BillingReplayService } from '@pacioli/protos/billing'
import type { ReplayService } from '@pacioli/protos/ledger'
import type { StreamingClient } from '@pacioli/rpc'
import { clearReadModel, holdReadModel } from '../intake/read-model.store.ts'
import { businessFrom } from '../businesses/business.ts'
import { stateEventOf, takeIn, type StateEvent } from '../intake/take-in.ts'
import type { Owners } from '../owners.ts'

/** Where the present state of everything comes from. */
export type LedgerReplay = StreamingClient<typeof ReplayService>
export type BankingReplay = StreamingClient<typeof BankingReplayService>
export type BillingReplay = StreamingClient<typeof BillingReplayService>
export type Source = {
  ledgerReplay: LedgerReplay
  bankingReplay: BankingReplay
  billingReplay: BillingReplay
  owners: Owners
}

/** What read models are made of, of all that the ledger has. */
const LEDGER_TYPES = ['business', 'account', 'tag_dimension', 'tag_value', 'entry']
/** And of all that billing has. */
const BILLING_TYPES = ['vendor', 'bill', 'vendor_credit', 'customer', 'invoice']
const BATCH = 1_000
/** A large business takes a while; nobody waits for it. */
const TIMEOUT_MS = 6 * 3_600_000

/**
 * The events that would announce each business the ledger has, as it is now; or only one of them.
 * @throws if it does not have that one
 */
export async function listBusinesses(replay: LedgerReplay, only?: string): Promise<CloudEvent[]> {
  const found: CloudEvent[] = []
  for await (const { event } of replay.ReplayAggregates({}, { context: {}, timeoutMs: TIMEOUT_MS }))
    found.push(parsed('the ledger', event))
  if (only === undefined) return found
  const chosen = found.filter(({ subject }) => subject === only.toLowerCase())
  if (chosen.length > 0) return chosen
  throw new Error(`The ledger has no business ${only}. Check the id, or leave --business out to rebuild all.`)
}

/**
 * Makes the read models of one business anew, in one transaction: readers see the old ones until the new are complete.
 * Live events are kept out from before the owners are asked, so what happens meanwhile comes afterwards, as an event. If
 * one of the owners fails, nothing of the business has changed.
 * @param isNeedless asked once the read model is held: then nothing is done
 */
export async function rebuildBusiness(
  db: Database,
  source: Source,
  business: CloudEvent,
  onProgress: (aggregates: number) => void = () => undefined,
  isNeedless: (tx: Tx, businessId: string) => Promise<boolean> = () => Promise.resolve(false),
): Promise<number> {
  const businessId = business.subject
  return db.transact({ businessId }, async (tx) => {
    await holdReadModel(tx, businessId)
    if (await isNeedless(tx, businessId)) return 0
    await clearReadModel(tx, businessId)
    let count = 0
    for await (const batch of replayed(source, business)) {
      await takeIn(tx, businessId, batch)
      count += batch.length
      onProgress(count)
    }
    return count
  })
}

/** The business and all that its owners have of it, in batches. */
async function* replayed(source: Source, business: CloudEvent): AsyncGenerator<StateEvent[]> {
  const owner = async () => businessFrom(fieldsOf('data', business.data))
  let batch: StateEvent[] = []
  for await (const event of presentEvents(source, business)) {
    batch.push(await stateEventOf(event, source.owners, owner))
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function* presentEvents(
  { ledgerReplay, bankingReplay, billingReplay }: Source,
  business: CloudEvent,
): AsyncGenerator<CloudEvent> {
  const business_id = business.subject
  const options = { context: {}, timeoutMs: TIMEOUT_MS }
  yield business
  for await (const { event } of ledgerReplay.ReplayAggregates({ business_id, types: LEDGER_TYPES }, options))
    yield parsed('the ledger', event)
  for await (const { event } of bankingReplay.ReplayAggregates({ business_id }, options)) yield parsed('banking', event)
  for await (const { event } of billingReplay.ReplayAggregates({ business_id, types: BILLING_TYPES }, options))
    yield parsed('billing', event)
}

function parsed(owner: string, text: string): CloudEvent {
  const event = readEvent(text)
  if (!event) throw new TypeError(`Expected a CloudEvents 1.0 event from ${owner}, got ${text.slice(0, 200)}`)
  return event
}
