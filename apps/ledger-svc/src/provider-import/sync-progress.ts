/** A running import: its counts, and its lease, which reporting them renews. */
import type { Tx } from '@pacioli/db'
import type { Tenant } from '@pacioli/rpc'
import type { Ledger } from '../ledger.ts'
import {
  LEASE_MS,
  MAX_REFUSED_NAMED,
  NO_COUNTS,
  sum,
  tally,
  type Outcome,
  type Progress,
  type RefusedItem,
  type Sync,
  type SyncCounts,
  type SyncStatus,
} from '../connections/sync.ts'
import { endSync, lockSync, renewSync } from '../connections/sync.store.ts'

/** How often progress is reported at most, so that quick pages cost no writes of their own. */
const QUIET_MS = 20_000

/** This run was declared dead, and has to stop. */
export class LeaseLost extends Error {
  constructor() {
    super('the lease of the import has run out')
    this.name = 'LeaseLost'
  }
}

export class SyncProgress {
  readonly sync: Sync
  readonly signal: AbortSignal
  readonly #ledger: Ledger
  readonly #tenant: Tenant
  /** The outcome of each account; that of archiving replaces the one before. */
  readonly #accounts = new Map<string, Outcome>()
  #unreadableAccounts: SyncCounts = NO_COUNTS
  #journalEntries: SyncCounts = NO_COUNTS
  readonly #refused: RefusedItem[] = []
  #leaseUntil: Date
  #reportedAt: Date

  constructor(ledger: Ledger, tenant: Tenant, sync: Sync, signal: AbortSignal) {
    this.sync = sync
    this.signal = signal
    this.#ledger = ledger
    this.#tenant = tenant
    this.#leaseUntil = sync.leaseUntil
    this.#reportedAt = sync.startedAt
  }

  get #progress(): Progress {
    return {
      accounts: sum(tally(this.#accounts.values()), this.#unreadableAccounts),
      journalEntries: this.#journalEntries,
      refused: this.#refused,
    }
  }

  /** An account that was opened or changed stays counted as that when it is archived too. */
  countAccounts(outcomes: ReadonlyMap<string, Outcome>): void {
    for (const [externalId, outcome] of outcomes) {
      const earlier = this.#accounts.get(externalId)
      const isCounted = earlier === 'created' || earlier === 'updated'
      if (!isCounted || outcome === 'refused') this.#accounts.set(externalId, outcome)
    }
  }

  countUnreadableAccounts(count: number): void {
    this.#unreadableAccounts = sum(this.#unreadableAccounts, { ...NO_COUNTS, refused: count })
  }

  countEntries(counts: Partial<SyncCounts>): void {
    this.#journalEntries = sum(this.#journalEntries, { ...NO_COUNTS, ...counts })
  }

  addRefused(refused: readonly RefusedItem[]): void {
    this.#refused.push(...refused.slice(0, MAX_REFUSED_NAMED - this.#refused.length))
  }

  /** Call this before slow steps. @throws LeaseLost, or the reason of being stopped */
  readonly heartbeat = async (): Promise<void> => {
    this.signal.throwIfAborted()
    const now = this.#ledger.now()
    if (now >= this.#leaseUntil) throw new LeaseLost()
    if (now.getTime() - this.#reportedAt.getTime() >= QUIET_MS) await this.report()
  }

  /** Stores the progress and renews the lease. @throws LeaseLost */
  async report(): Promise<void> {
    const now = this.#ledger.now()
    const until = new Date(now.getTime() + LEASE_MS)
    const isRenewed = await this.#ledger.db.transact(this.#tenant, (tx) =>
      renewSync(tx, this.#lease, this.#progress, until, now),
    )
    if (!isRenewed) throw new LeaseLost()
    this.#leaseUntil = until
    this.#reportedAt = now
  }

  /** Call this first in every transaction that records what was imported. @throws LeaseLost */
  readonly lock = async (tx: Tx): Promise<void> => {
    if (!(await lockSync(tx, this.#lease, this.#ledger.now()))) throw new LeaseLost()
  }

  async end(status: SyncStatus, error: RefusedItem | null): Promise<void> {
    await this.#ledger.db.transact(this.#tenant, (tx) =>
      endSync(tx, this.#lease, { status, error, progress: this.#progress }, this.#ledger.now()),
    )
  }

  get #lease() {
    return { businessId: this.#tenant.businessId, syncId: this.sync.id, leaseToken: this.sync.leaseToken }
  }
}
