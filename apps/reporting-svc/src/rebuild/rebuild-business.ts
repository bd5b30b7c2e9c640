import type { Database, Tx } from '@pacioli/db'
import { readEvent, type CloudEvent } from '@pacioli/events'
import { fieldsOf } from '@pacioli/fields'
import type { ReplayService as BankingReplayService } from '@pacioli/protos/banking'
import type { ReplayService as BillingReplayService } from '@pacioli/protos/billing'
import type { ReplayService } from '@pacioli/protos/ledger'
import type { StreamingClient } from '@pacioli/rpc'
import { businessFrom } from '../businesses/business.ts'
import { applyEvents } from '../apply-events/apply-events.ts'
import { fetchStateEvent, type StateEvent } from '../apply-events/state-event.ts'
import { readHistory } from '../owners/histories.ts'
import { OWNERS, type Owners } from '../owners/owners.ts'
import { clearEdition } from '../read-models/clear-edition.ts'
import {
  enterEdition,
  lockEditions,
  leaseEdition,
  abandonUnfinished,
  loadEditions,
  renewLease,
  serveBuilt,
  shareEditions,
  type Build,
} from '../read-models/edition.store.ts'
import type { Edition } from '../read-models/models.ts'
import { markRecordedThrough, type RecordMark } from '../read-models/record-marks.store.ts'

/** Where the current state of everything comes from. */
export type LedgerReplay = StreamingClient<typeof ReplayService>
export type BankingReplay = StreamingClient<typeof BankingReplayService>
export type BillingReplay = StreamingClient<typeof BillingReplayService>
export type Source = {
  ledgerReplay: LedgerReplay
  bankingReplay: BankingReplay
  billingReplay: BillingReplay
  owners: Owners
}

/** The aggregates of the ledger that read models are built from. */
const LEDGER_TYPES = ['business', 'account', 'tag_dimension', 'tag_value', 'entry']
/** And those of billing. */
const BILLING_TYPES = ['vendor', 'bill', 'vendor_credit', 'customer', 'invoice']
const BATCH = 1_000
/** A batch has at most so many entry lines. */
const MAX_LINES = 10_000
/** A large business takes a while, and no request waits for it. */
const TIMEOUT_MS = 6 * 3_600_000

/**
 * One event per business of the ledger, with its current state; or of one business only.
 * @throws Error if the ledger does not have that one
 */
export async function listBusinesses(replay: LedgerReplay, only?: string): Promise<CloudEvent[]> {
  if (only !== undefined) {
    const business = await findInLedger(replay, only)
    if (business) return [business]
    throw new Error(`The ledger has no business ${only}. Check the id, or leave --business out to rebuild all.`)
  }
  const found: CloudEvent[] = []
  for await (const { event } of replay.ReplayAggregates({}, { context: {}, timeoutMs: TIMEOUT_MS }))
    found.push(parsed('the ledger', event))
  return found
}

/** The event of one business with its current state; undefined if the ledger does not have it. */
export async function findInLedger(replay: LedgerReplay, businessId: string): Promise<CloudEvent | undefined> {
  const asked = { business_id: businessId.toLowerCase(), types: ['business'] }
  let found: CloudEvent | undefined
  for await (const { event } of replay.ReplayAggregates(asked, { context: {}, timeoutMs: TIMEOUT_MS }))
    found = parsed('the ledger', event)
  return found
}

export type RebuildOptions = {
  model: number
  clock: () => Date
  newId: () => string
  onProgress?: (aggregates: number) => void
  /** Ends it between two batches. */
  signal?: AbortSignal
  /** Skips a business that already has complete rows of the model. */
  onlyIfMissing?: boolean
  /**
   * Marks how far events have been published, and returns a check whether all of them are applied: a new edition must not be
   * older than the one it replaces.
   */
  follow?: () => Promise<() => Promise<boolean>>
}

/** `BUSY`: another process is building and holds the lease until then. */
export type RebuildOutcome =
  { kind: 'BUILT'; aggregates: number } | { kind: 'NOT_NEEDED' } | { kind: 'BUSY'; until: Date }

/** Each batch renews the lease; if the process is killed, another one takes over after so long. */
const LEASE_MS = 60_000
const POLL_MS = 250

/**
 * Rebuilds the read models of one business beside those that are served, and then serves the new ones. Events are applied to
 * both meanwhile, and the newer version of each aggregate wins, so nothing is locked out. If an owner fails or the process is
 * killed, the served edition stays as it was, and the next rebuild starts over.
 */
export async function rebuildBusiness(
  db: Database,
  source: Source,
  business: CloudEvent,
  options: RebuildOptions,
): Promise<RebuildOutcome> {
  const lease = { db, businessId: business.subject, id: options.newId(), ...options }
  const begun = await begin(lease)
  if (begun.kind !== 'LEASED') return begun
  let aggregates = 0
  try {
    aggregates = await fill(lease, source, business, begun.edition)
    await serve(lease)
  } catch (error) {
    await releaseLease(lease)
    throw error
  }
  await clearAbandoned(lease)
  return { kind: 'BUILT', aggregates }
}

/**
 * Builds an edition for inspection: it receives events while it is used, is never served, and is removed.
 * @param use called with the edition and a function that renews the lease, or throws if another process has taken over
 */
export async function buildEdition<Result>(
  db: Database,
  source: Source,
  business: CloudEvent,
  options: RebuildOptions,
  use: (edition: Edition, renewLease: () => Promise<void>) => Promise<Result>,
): Promise<Exclude<RebuildOutcome, { kind: 'BUILT' }> | { kind: 'BUILT'; result: Result }> {
  const lease = { db, businessId: business.subject, id: options.newId(), ...options }
  const begun = await begin(lease)
  if (begun.kind !== 'LEASED') return begun
  try {
    await fill(lease, source, business, begun.edition)
    return { kind: 'BUILT', result: await use(begun.edition, () => renew(lease)) }
  } finally {
    await abandon(lease)
    await clearAbandoned(lease)
  }
}

/** Applies what the owners have; returns the number of aggregates. */
async function fill(lease: Lease, source: Source, business: CloudEvent, edition: Edition): Promise<number> {
  let aggregates = 0
  const isFollowed = await lease.follow?.()
  // Before anything is replayed, which will have all of it.
  const marks = await marksOf(source, business)
  for await (const batch of replayed(source, business)) {
    lease.signal?.throwIfAborted()
    await applyInto(lease, edition, batch)
    aggregates += batch.length
    lease.onProgress?.(aggregates)
  }
  await applyInto(lease, edition, [], marks)
  if (isFollowed) await waitUntil(lease, isFollowed)
  return aggregates
}

/** How far the history of each owner is. */
async function marksOf({ owners }: Source, { subject: businessId, data }: CloudEvent): Promise<RecordMark[]> {
  const context = { clientId: businessFrom(fieldsOf('data', data)).clientId, businessId }
  return Promise.all(
    OWNERS.map(async (owner) => {
      const { place } = await readHistory(owners.histories[owner], context, {}, [])
      return { businessId, owner, position: place.through }
    }),
  )
}

async function renew(lease: Lease): Promise<void> {
  const { db, businessId, model } = lease
  requireLease(await db.transact({ businessId }, (tx) => renewLease(tx, businessId, model, buildOf(lease))))
}

/** No more events are applied to it. */
async function abandon(lease: Lease): Promise<void> {
  const { db, businessId, model } = lease
  await db.transact({ businessId }, async (tx) => {
    await lockEditions(tx, businessId)
    if (await renewLease(tx, businessId, model, buildOf(lease))) await abandonUnfinished(tx, businessId, model)
  })
}

type Lease = RebuildOptions & { db: Database; businessId: string; id: string }

const buildOf = ({ id, clock }: Lease, leaseMs = LEASE_MS): Build => ({
  id,
  leasedUntil: new Date(clock().getTime() + leaseMs),
})

type Begun = Exclude<RebuildOutcome, { kind: 'BUILT' }> | { kind: 'LEASED'; edition: Edition }

/** Leases a free edition, once abandoned ones are cleared. */
async function begin(lease: Lease): Promise<Begun> {
  for (;;) {
    const step = await lease.db.transact({ businessId: lease.businessId }, (tx) => takeLease(tx, lease))
    if (step.kind !== 'NO_FREE_SLOT') {
      if (step.kind === 'NOT_NEEDED') await clearAbandoned(lease)
      return step
    }
    await clearAbandoned(lease)
  }
}

async function takeLease(tx: Tx, lease: Lease): Promise<Begun | { kind: 'NO_FREE_SLOT' }> {
  const { businessId, model, clock, onlyIfMissing = false } = lease
  await lockEditions(tx, businessId)
  const { served, leasedUntil, free } = await loadEditions(tx, businessId, model)
  if (leasedUntil && leasedUntil > clock()) return { kind: 'BUSY', until: leasedUntil }
  // It may contain what the owners have lost since: an edition is built only from what they have now.
  if (leasedUntil) await abandonUnfinished(tx, businessId, model)
  if (onlyIfMissing && served) return { kind: 'NOT_NEEDED' }
  if (leasedUntil || !free) return { kind: 'NO_FREE_SLOT' }
  await leaseEdition(tx, businessId, free, buildOf(lease))
  return { kind: 'LEASED', edition: free }
}

async function applyInto(
  lease: Lease,
  edition: Edition,
  batch: readonly StateEvent[],
  marks: readonly RecordMark[] = [],
): Promise<void> {
  const { db, businessId, model } = lease
  await db.transact({ businessId }, async (tx) => {
    await shareEditions(tx, [businessId])
    requireLease(await renewLease(tx, businessId, model, buildOf(lease)))
    enterEdition(tx, edition)
    await applyEvents(tx, batch, model)
    for (const mark of marks) markRecordedThrough(tx, mark)
  })
}

async function serve(lease: Lease): Promise<void> {
  const { db, businessId, model } = lease
  await db.transact({ businessId }, async (tx) => {
    await lockEditions(tx, businessId)
    requireLease(await serveBuilt(tx, businessId, model, buildOf(lease)))
  })
}

async function waitUntil(lease: Lease, isFollowed: () => Promise<boolean>): Promise<void> {
  while (!(await isFollowed())) {
    lease.signal?.throwIfAborted()
    await renew(lease)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** The next process need not wait. If the database is down, the lease expires by itself. */
async function releaseLease(lease: Lease): Promise<void> {
  const { db, businessId, model } = lease
  await db.transact({ businessId }, (tx) => renewLease(tx, businessId, model, buildOf(lease, 0))).catch(() => undefined)
}

async function clearAbandoned({ db, businessId, model, signal }: Lease): Promise<void> {
  const { abandoned } = await db.transact({ businessId }, (tx) => loadEditions(tx, businessId, model))
  if (abandoned) await clearEdition(db, businessId, abandoned, signal)
}

function requireLease(isOurs: boolean): void {
  if (!isOurs)
    throw new Error('Another process took over the rebuild, because this one had not renewed its lease for a minute.')
}

/** The business and all that its owners have of it. Each batch is one transaction, and events of the business wait for it. */
async function* replayed(source: Source, business: CloudEvent): AsyncGenerator<StateEvent[]> {
  const owner = async () => businessFrom(fieldsOf('data', business.data))
  let batch: StateEvent[] = []
  let lines = 0
  for await (const event of presentEvents(source, business)) {
    const state = await fetchStateEvent({ businessId: business.subject, event }, source.owners, owner)
    batch.push(state)
    lines += linesIn(state)
    if (batch.length < BATCH && lines < MAX_LINES) continue
    yield batch
    batch = []
    lines = 0
  }
  if (batch.length > 0) yield batch
}

function linesIn({ data }: StateEvent): number {
  const lines = typeof data === 'object' && data !== null && 'line_items' in data ? data.line_items : undefined
  return Array.isArray(lines) ? lines.length : 0
}

async function* presentEvents(
  { ledgerReplay, bankingReplay, billingReplay }: Source,
  business: CloudEvent,
): AsyncGenerator<CloudEvent> {
  const business_id = business.subject
  const options = { context: {}, timeoutMs: TIMEOUT_MS }
  yield business
  for await (const one of ledgerReplay.ReplayAggregates({ business_id, types: LEDGER_TYPES }, options))
    yield placed('the ledger', one)
  for await (const one of bankingReplay.ReplayAggregates({ business_id }, options)) yield placed('banking', one)
  for await (const one of billingReplay.ReplayAggregates({ business_id, types: BILLING_TYPES }, options))
    yield placed('billing', one)
}

/**
 * Refuses what a replica of the version before replays: that does not know where it is recorded, and who was told without a place is
 * not told again where the place was told of before.
 */
function placed(owner: string, { event, knows_places }: { event: string; knows_places: boolean }): CloudEvent {
  if (!knows_places) throw new Error(`A replica of ${owner} that keeps no history yet answered; trying again helps.`)
  return parsed(owner, event)
}

function parsed(owner: string, text: string): CloudEvent {
  const event = readEvent(text)
  if (!event) throw new TypeError(`Expected a CloudEvents 1.0 event from ${owner}, got ${text.slice(0, 200)}`)
  return event
}
