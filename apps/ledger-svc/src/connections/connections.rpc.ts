import {
  ConnectionsService,
  type CompleteAuthorizationRequest__Output,
  type CompleteAuthorizationResponse,
  type Connection as ConnectionMessage,
} from '@pacioli/protos/ledger'
import { implement, type Implementation, type Tenant, tenantOf, writeRequestOf } from '@pacioli/rpc'
import type { Ledger } from '../ledger.ts'
import { startSync, type ImportingLedger } from './start-sync.ts'
import { presentConnection } from './present-connection.ts'
import { completeAuthorization } from './complete-authorization.ts'
import { loadConnection } from './connection.store.ts'
import { providerNamed } from '../providers/provider.ts'
import { startAuthorization } from './start-authorization.ts'
import { unlink } from './unlink.ts'

function connectionStatus(ledger: Ledger, tenant: Tenant, providerName: string): Promise<ConnectionMessage> {
  return ledger.db.transact(tenant, async (tx) => {
    const provider = providerNamed(ledger.providers, providerName)
    const connection = await loadConnection(tx, tenant.businessId, provider.name)
    return presentConnection(tx, provider, tenant.businessId, connection, ledger.now())
  })
}

async function complete(
  ledger: Ledger,
  request: CompleteAuthorizationRequest__Output,
): Promise<CompleteAuthorizationResponse> {
  const { completed, returnUrl } = await completeAuthorization(ledger, request)
  if (!completed) return { return_url: returnUrl }
  const { provider, connection } = completed
  const data = await ledger.db.transact(connection, (tx) =>
    presentConnection(tx, provider, connection.businessId, connection, ledger.now()),
  )
  return { data, return_url: returnUrl }
}

export const connectionsRpc = (ledger: ImportingLedger): Implementation =>
  implement(ConnectionsService, {
    StartAuthorization: (request, context) => startAuthorization(ledger, tenantOf(context), request.provider),
    CompleteAuthorization: (request) => complete(ledger, request),
    GetConnectionStatus: (request, context) => connectionStatus(ledger, tenantOf(context), request.provider),
    Unlink: (request, context) => unlink(ledger, writeRequestOf(context), request.provider),
    StartSync: (request, context) => startSync(ledger, writeRequestOf(context), request.provider),
  })
