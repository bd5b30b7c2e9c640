import type { Database } from '@pacioli/db'
import { fittingInBytes, messageBytes } from '@pacioli/paging'
import type { ChangedEntry } from '@pacioli/protos/reporting'
import type { OutgoingContext, Tenant } from '@pacioli/rpc'
import type { HistoryClient } from '../owners/histories.ts'
import type { KnownAccount } from '../statements/account-sums.ts'
import { loadPostedEntries, type EntryFilter } from './changed-entries.store.ts'
import { entryMessage } from './report-changes.messages.ts'

const TIMEOUT_MS = 30_000
/** So many positions are looked at for one page: where a filter leaves little of them, it ends with less than its limit. */
const MOST_POSITIONS = 50_000

/** Positions of the ledger's history: after the first, up to the last, from here on. */
export type EntriesRange = { since: number; until: number; after: number; limit: number }

export type EntriesOptions = {
  db: Database
  ledger: HistoryClient
  context: OutgoingContext
  tenant: Tenant
  accounts: ReadonlyMap<string, KnownAccount>
}

/**
 * The next entries that were recorded in a range, or retagged without having been recorded in it, each once. The ledger knows
 * where each of their versions is in its history; here only the last one is known.
 * @returns also the position after which the next page begins, if there is one
 */
export async function readEntriesBetween(
  { db, ledger, context, tenant, accounts }: EntriesOptions,
  { since, until, after, limit }: EntriesRange,
  filter: EntryFilter,
): Promise<{ entries: ChangedEntry[]; next: number | undefined }> {
  // Nothing was recorded: the most common answer to whoever looks often.
  if (Math.max(since, after) >= until) return { entries: [], next: undefined }
  const { businessId } = tenant
  const found: ChangedEntry[] = []
  const request = { since, until, after, aggregate_type: 'entry', event_types: ['posted', 'tagged'] }
  let through = Math.max(since, after)
  for await (const piece of ledger.ReadRecords(request, { context, timeoutMs: TIMEOUT_MS })) {
    for (let from = 0; from < piece.records.length && found.length <= limit; from += limit + 1) {
      const records = piece.records.slice(from, from + limit + 1)
      const ids = records.map(({ aggregate_id }) => aggregate_id)
      const entries = await db.read(tenant, (tx) => loadPostedEntries(tx, businessId, ids, filter))
      for (const record of records) {
        const entry = entries.get(record.aggregate_id)
        if (entry) found.push(entryMessage(businessId, record, entry, accounts))
      }
    }
    through = piece.through
    if (found.length > limit || through - after >= MOST_POSITIONS) break
  }
  const shown = found.slice(0, limit)
  const fitting = shown.slice(0, fittingInBytes(shown, messageBytes))
  if (found.length > fitting.length) return { entries: fitting, next: fitting.at(-1)?.recorded_position }
  return { entries: fitting, next: through < until ? through : undefined }
}
