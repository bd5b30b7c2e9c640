/** One import of a provider's accounts and entries. */

export type SyncStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'INTERRUPTED'

export type SyncCounts = { created: number; updated: number; unchanged: number; refused: number }

/** The outcome of one item. */
export type Outcome = keyof SyncCounts

export type ItemType = 'ACCOUNT' | 'JOURNAL_ENTRY' | 'SYNC'

/** An item of the provider that could not be imported, and why. */
export type RefusedItem = {
  itemType: ItemType
  externalId: string | null
  errorEnum: string
  description: string
}

/** What is shown of an import while it runs and after. */
export type Progress = { accounts: SyncCounts; journalEntries: SyncCounts; refused: readonly RefusedItem[] }

export type Sync = Progress & {
  id: string
  provider: string
  externalCompanyId: string
  status: SyncStatus
  leaseToken: string
  leaseUntil: Date
  error: RefusedItem | null
  startedAt: Date
  finishedAt: Date | null
}

/** How many refused items are named; all of them are counted. */
export const MAX_REFUSED_NAMED = 100

/** How long a run counts as alive without a heartbeat: longer than any single request or pause of its own. */
export const LEASE_MS = 180_000

export const NO_COUNTS: SyncCounts = { created: 0, updated: 0, unchanged: 0, refused: 0 }

export const NO_PROGRESS: Progress = { accounts: NO_COUNTS, journalEntries: NO_COUNTS, refused: [] }

export function tally(outcomes: Iterable<Outcome>): SyncCounts {
  const counts = { ...NO_COUNTS }
  for (const outcome of outcomes) counts[outcome] += 1
  return counts
}

export const sum = (one: SyncCounts, other: SyncCounts): SyncCounts => ({
  created: one.created + other.created,
  updated: one.updated + other.updated,
  unchanged: one.unchanged + other.unchanged,
  refused: one.refused + other.refused,
})

/** A run whose lease has expired was interrupted then, even if that is not recorded. */
export function asOf(sync: Sync, now: Date): Sync {
  if (sync.status !== 'RUNNING' || sync.leaseUntil > now) return sync
  return { ...sync, status: 'INTERRUPTED', finishedAt: sync.leaseUntil }
}
