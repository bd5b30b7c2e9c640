import type {
  Connection as ConnectionMessage,
  RefusedItem as RefusedItemMessage,
  Sync as SyncMessage,
} from '@pacioli/protos/ledger'
import { asOf, type RefusedItem, type Sync } from './sync.ts'
import type { SyncState } from './sync.store.ts'

const toRefusedItem = (item: RefusedItem): RefusedItemMessage => ({
  item_type: item.itemType,
  external_id: item.externalId ?? undefined,
  error_enum: item.errorEnum,
  description: item.description,
})

const toSyncMessage = (sync: Sync): SyncMessage => ({
  id: sync.id,
  status: sync.status,
  started_at: sync.startedAt.toISOString(),
  finished_at: sync.finishedAt?.toISOString(),
  accounts: sync.accounts,
  journal_entries: sync.journalEntries,
  refused: sync.refused.map(toRefusedItem),
  error: sync.error ? toRefusedItem(sync.error) : undefined,
})

/** A connection with its imports. */
export function withSyncs(
  connection: ConnectionMessage,
  { last, lastSucceededAt }: SyncState,
  now: Date,
): ConnectionMessage {
  const sync = last && asOf(last, now)
  return {
    ...connection,
    is_syncing: sync?.status === 'RUNNING',
    last_synced_at: lastSucceededAt?.toISOString(),
    last_sync: sync && toSyncMessage(sync),
  }
}
