import type { Database } from '@pacioli/db'
import { readEvent, type CloudEvent } from '@pacioli/events'
import type { ReplayService } from '@pacioli/protos/ledger'
import type { StreamingClient } from '@pacioli/rpc'
import { clearReadModel, holdReadModel } from '../intake/read-model.store.ts'
import { businessFrom } from '../businesses/business.ts'
import { fieldsOf } from '../intake/fields.ts'
import { ledgerEventOf, takeIn, type LedgerEvent } from '../intake/take-in.ts'
import type { LedgerReader } from '../ledger-reader.ts'

/** Where the present state of everything comes from. */
export type Replay = StreamingClient<typeof ReplayService>
export type Source = { replay: Replay; ledger: LedgerReader }

const BATCH = 1_000
/** A large business takes a while; nobody waits for it. */
const TIMEOUT_MS = 6 * 3_600_000

/** The events that would announce each business the ledger has, as it is now. */
export async function listBusinesses(replay: Replay): Promise<CloudEvent[]> {
  const found: CloudEvent[] = []
  for await (const { event } of replay.ReplayAggregates({}, { context: {}, timeoutMs: TIMEOUT_MS }))
    found.push(parsed(event))
  return found
}

/**
 * Makes the read models of one business anew, in one transaction: readers see the old ones until the new are complete.
 * Live events are kept out from before the ledger is asked, so what happens meanwhile comes afterwards, as an event.
 */
export async function rebuildBusiness(
  db: Database,
  source: Source,
  business: CloudEvent,
  onProgress: (aggregates: number) => void = () => undefined,
): Promise<number> {
  const businessId = business.subject
  return db.transact({ businessId }, async (tx) => {
    await holdReadModel(tx, businessId)
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

/** The business and everything in its books, in batches. */
async function* replayed({ replay, ledger }: Source, business: CloudEvent): AsyncGenerator<LedgerEvent[]> {
  const owner = async () => businessFrom(fieldsOf('data', business.data))
  const request = { business_id: business.subject }
  let batch = [await ledgerEventOf(business, ledger, owner)]
  for await (const { event } of replay.ReplayAggregates(request, { context: {}, timeoutMs: TIMEOUT_MS })) {
    batch.push(await ledgerEventOf(parsed(event), ledger, owner))
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function parsed(text: string): CloudEvent {
  const event = readEvent(text)
  if (!event) throw new TypeError(`Expected a CloudEvents 1.0 event from the ledger, got ${text.slice(0, 200)}`)
  return event
}
