import type { Database, Tx } from '@pacioli/db'
import { readEvent, type CloudEvent } from '@pacioli/events'
import type { ReplayService } from '@pacioli/protos/ledger'
import type { StreamingClient } from '@pacioli/rpc'
import { clearReadModel, holdReadModel } from '../intake/read-model.store.ts'
import { aggregateOf, takeIn, type LedgerEvent } from '../intake/take-in.ts'

/** Where the present state of everything comes from. */
export type Replay = StreamingClient<typeof ReplayService>

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
  replay: Replay,
  business: CloudEvent,
  onProgress: (aggregates: number) => void = () => undefined,
): Promise<number> {
  const businessId = business.subject
  return db.transact({ businessId }, async (tx) => {
    await holdReadModel(tx, businessId)
    await clearReadModel(tx, businessId)
    await takeIn(tx, businessId, [ledgerEvent(business)])
    return replayInto(tx, replay, businessId, onProgress)
  })
}

async function replayInto(
  tx: Tx,
  replay: Replay,
  businessId: string,
  onProgress: (aggregates: number) => void,
): Promise<number> {
  let count = 0
  let batch: LedgerEvent[] = []
  const flush = async (): Promise<void> => {
    await takeIn(tx, businessId, batch)
    count += batch.length
    batch = []
    onProgress(count)
  }
  const request = { business_id: businessId }
  for await (const { event } of replay.ReplayAggregates(request, { context: { businessId }, timeoutMs: TIMEOUT_MS })) {
    batch.push(ledgerEvent(parsed(event)))
    if (batch.length === BATCH) await flush()
  }
  await flush()
  return count
}

const ledgerEvent = ({ id, type, data }: CloudEvent): LedgerEvent => ({ id, aggregate: aggregateOf(type), data })

function parsed(text: string): CloudEvent {
  const event = readEvent(text)
  if (!event) throw new TypeError(`Expected a CloudEvents 1.0 event from the ledger, got ${text.slice(0, 200)}`)
  return event
}
