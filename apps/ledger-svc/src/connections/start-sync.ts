import { writeOnce } from '@pacioli/db'
import type { Connection as ConnectionMessage } from '@pacioli/protos/ledger'
import type { BusinessWrite, Tenant } from '@pacioli/rpc'
import { notConnected, reauthorizationRequired, statusOf, type Connection } from './connection.ts'
import { loadConnection } from './connection.store.ts'
import { providerNamed, type Provider } from '../providers/provider.ts'
import { requireOpenBusiness } from '../businesses/require-business.ts'
import type { Ledger } from '../ledger.ts'
import { LEASE_MS, NO_PROGRESS, type Sync } from './sync.ts'
import { endAbandonedSyncs, insertSync } from './sync.store.ts'
import { presentConnection } from './present-connection.ts'

/** The ledger, and what runs imports in this process. */
export type ImportingLedger = Ledger & {
  syncs: { start: (ledger: Ledger, tenant: Tenant, sync: Sync) => void }
}

/**
 * Starts an import, which continues after the answer; while one is running, answers that one.
 * @throws ProviderNotFound, BusinessNotFound, BusinessArchived, NotConnected, ReauthorizationRequired
 */
export async function startSync(
  ledger: ImportingLedger,
  request: BusinessWrite,
  providerName: string,
): Promise<ConnectionMessage> {
  const provider = providerNamed(ledger.providers, providerName)
  const { businessId, clientId } = request
  const now = ledger.now()
  return writeOnce(ledger.db, request, now, async (tx) => {
    await requireOpenBusiness(tx, request)
    const connection = usable(await loadConnection(tx, businessId, provider.name), provider)
    await endAbandonedSyncs(tx, businessId, provider.name, now)
    const sync: Sync = {
      ...NO_PROGRESS,
      id: ledger.newId(),
      provider: provider.name,
      externalCompanyId: connection.externalCompanyId ?? '',
      status: 'RUNNING',
      leaseToken: ledger.newId(),
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      error: null,
      startedAt: now,
      finishedAt: null,
    }
    if (await insertSync(tx, businessId, sync))
      tx.afterCommit(() => ledger.syncs.start(ledger, { clientId, businessId }, sync))
    return presentConnection(tx, provider, businessId, connection, now)
  })
}

/** @throws NotConnected, ReauthorizationRequired */
function usable(connection: Connection | undefined, provider: Provider): Connection {
  const status = statusOf(connection)
  if (status === 'NEEDS_REAUTHORIZATION') throw reauthorizationRequired(provider.displayName)
  if (!connection || status !== 'CONNECTED') throw notConnected(provider.displayName)
  return connection
}
