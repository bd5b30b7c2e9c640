import type { Tx } from '@pacioli/db'
import type { Connection as ConnectionMessage } from '@pacioli/protos/ledger'
import { toMessage } from './connection.messages.ts'
import type { Connection } from './connection.ts'
import type { Provider } from '../providers/provider.ts'
import { withSyncs } from './sync.messages.ts'
import { loadSyncState } from './sync.store.ts'

/** A connection as callers see it, with its imports; also one that never existed. */
export async function presentConnection(
  tx: Tx,
  provider: Provider,
  businessId: string,
  connection: Connection | undefined,
  now: Date,
): Promise<ConnectionMessage> {
  const state = await loadSyncState(tx, businessId, provider.name)
  return withSyncs(toMessage(provider, businessId, connection), state, now)
}
