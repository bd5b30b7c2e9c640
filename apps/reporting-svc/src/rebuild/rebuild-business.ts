import type { Database, Tx } from '@pacioli/db'
import { readEvent, type CloudEvent } from '@pacioli/events'
import { fieldsOf } from '@pacioli/fields'
import type { ReplayService as BankingReplayService } from '@pacioli/protos/banking'
import type { ReplayService as BillingReplayService } from '@pacioli/protos/billing'
import type { ReplayService } from '@pacioli/protos/ledger'
import type { StreamingClient } from '@pacioli/rpc'
import { businessFrom } from '../businesses/business.ts'
import { applyEvents } from '../apply-events/apply-events.ts'
import { stateEventOf, type StateEvent } from '../apply-events/state-event.ts'
import type { Owners } from '../owners/owners.ts'
import { clearEdition } from '../read-models/clear-edition.ts'
import {
  enterEdition,
  lockEditions,
  isWholeInPublic,
  leaseEdition,
  abandonUnfinished,
  loadEditions,
  renewLease,
  serveBuilt,
  shareEditions,
  type Build,
} from '../read-models/edition.store.ts'
import type { Edition } from '../read-models/models.ts'

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
/** And no more lines of entries than this. */
const MAX_LINES = 10_000
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

export type RebuildOptions = {
  model: number
  clock: () => Date
  newId: () => string
  onProgress?: (aggregates: number) => void
  /** Ends it between two batches. */
  signal?: AbortSignal
  /** Only what is missing: a business that has whole rows of the model keeps them. */
  onlyIfMissing?: boolean
  /**
   * Marks how far events have been published, and answers how to ask whether all until there have been taken in: what is served
   * must not be older than what was served before.
   */
  follow?: () => Promise<() => Promise<boolean>>
}

/** `BUSY`: another process is making them, and is given until then to show that it still does. */
export type RebuildOutcome = { kind: 'MADE'; aggregates: number } | { kind: 'NEEDLESS' } | { kind: 'BUSY'; until: Date }

/** Whoever makes an edition shows with each batch that it still does; a killed one is followed by another after so long. */
const LEASE_MS = 60_000
const POLL_MS = 250

/**
 * Makes the read models of one business anew, beside those that are served, and then serves them. Events are taken into both
 * meanwhile, and of each thing the newer version stays; so nothing is kept out. If one of the owners fails, or the process is
 * killed, what is served is as it was, and the next one begins again.
 */
export async function rebuildBusiness(
  db: Database,
  source: Source,
  business: CloudEvent,
  options: RebuildOptions,
): Promise<RebuildOutcome> {
  const lease = { db, businessId: business.subject, id: options.newId(), ...options }
  const begun = await begin(lease)
  if (begun.kind !== 'BEGUN') return begun
  let aggregates = 0
  try {
    aggregates = await fill(lease, source, business, begun.edition)
    await serve(lease)
  } catch (error) {
    await releaseLease(lease)
    throw error
  }
  await clearAbandoned(lease)
  return { kind: 'MADE', aggregates }
}

/**
 * Makes an edition of a business to look at: it is fed with events for as long as it is used, never served, and removed.
 * @param use is given the edition, and what throws if another process has gone on with it
 */
export async function buildEdition<Result>(
  db: Database,
  source: Source,
  business: CloudEvent,
  options: RebuildOptions,
  use: (edition: Edition, stillOurs: () => Promise<void>) => Promise<Result>,
): Promise<Exclude<RebuildOutcome, { kind: 'MADE' }> | { kind: 'MADE'; result: Result }> {
  const lease = { db, businessId: business.subject, id: options.newId(), ...options }
  const begun = await begin(lease)
  if (begun.kind !== 'BEGUN') return begun
  try {
    await fill(lease, source, business, begun.edition)
    return { kind: 'MADE', result: await use(begun.edition, () => keep(lease)) }
  } finally {
    await leave(lease)
    await clearAbandoned(lease)
  }
}

/** Takes in what the owners have; how many aggregates. */
async function fill(lease: Lease, source: Source, business: CloudEvent, edition: Edition): Promise<number> {
  let aggregates = 0
  const isFollowed = await lease.follow?.()
  for await (const batch of replayed(source, business)) {
    lease.signal?.throwIfAborted()
    await applyInto(lease, edition, batch)
    aggregates += batch.length
    lease.onProgress?.(aggregates)
  }
  if (isFollowed) await waitUntil(lease, isFollowed)
  return aggregates
}

/** Shows that it is still at it. */
async function keep(lease: Lease): Promise<void> {
  const { db, businessId, model } = lease
  requireLease(await db.transact({ businessId }, (tx) => renewLease(tx, businessId, model, buildOf(lease))))
}

/** Nobody takes events into it any more. */
async function leave(lease: Lease): Promise<void> {
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

type Begun = Exclude<RebuildOutcome, { kind: 'MADE' }> | { kind: 'BEGUN'; edition: Edition }

/** Takes a free edition, after what others have left there has been removed. */
async function begin(lease: Lease): Promise<Begun> {
  for (;;) {
    const step = await lease.db.transact({ businessId: lease.businessId }, (tx) => takeLease(tx, lease))
    if (step.kind !== 'NO_ROOM') {
      if (step.kind === 'NEEDLESS') await clearAbandoned(lease)
      return step
    }
    await clearAbandoned(lease)
  }
}

async function takeLease(tx: Tx, lease: Lease): Promise<Begun | { kind: 'NO_ROOM' }> {
  const { businessId, model, clock, onlyIfMissing = false } = lease
  await lockEditions(tx, businessId)
  const { served, leasedUntil, free } = await loadEditions(tx, businessId, model)
  if (leasedUntil && leasedUntil > clock()) return { kind: 'BUSY', until: leasedUntil }
  // It may know of what the owners have lost since: what is made is made of what they have now, and of nothing else.
  if (leasedUntil) await abandonUnfinished(tx, businessId, model)
  const isWhole = served !== undefined || (await isWholeInPublic(tx, businessId, model))
  if (onlyIfMissing && isWhole) return { kind: 'NEEDLESS' }
  if (leasedUntil || !free) return { kind: 'NO_ROOM' }
  await leaseEdition(tx, businessId, free, buildOf(lease))
  return { kind: 'BEGUN', edition: free }
}

async function applyInto(lease: Lease, edition: Edition, batch: readonly StateEvent[]): Promise<void> {
  const { db, businessId, model } = lease
  await db.transact({ businessId }, async (tx) => {
    await shareEditions(tx, businessId)
    requireLease(await renewLease(tx, businessId, model, buildOf(lease)))
    await enterEdition(tx, edition)
    await applyEvents(tx, businessId, batch, model)
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
    await keep(lease)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Whoever comes next need not wait. If the database is away, the lease runs out by itself. */
async function releaseLease(lease: Lease): Promise<void> {
  const { db, businessId, model } = lease
  await db.transact({ businessId }, (tx) => renewLease(tx, businessId, model, buildOf(lease, 0))).catch(() => undefined)
}

async function clearAbandoned({ db, businessId, model, signal }: Lease): Promise<void> {
  const { left } = await db.transact({ businessId }, (tx) => loadEditions(tx, businessId, model))
  if (left) await clearEdition(db, businessId, left, signal)
}

function requireLease(isOurs: boolean): void {
  if (!isOurs) throw new Error('Another process has gone on with it, after nothing was heard of this one for a minute.')
}

/** The business and all that its owners have of it, in batches: one is a transaction, which events of the business wait for. */
async function* replayed(source: Source, business: CloudEvent): AsyncGenerator<StateEvent[]> {
  const owner = async () => businessFrom(fieldsOf('data', business.data))
  let batch: StateEvent[] = []
  let lines = 0
  for await (const event of presentEvents(source, business)) {
    const state = await stateEventOf(event, source.owners, owner)
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
