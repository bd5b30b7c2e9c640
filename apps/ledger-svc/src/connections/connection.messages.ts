import type { Connection as ConnectionMessage } from '@pacioli/protos/ledger'
import { statusOf, type Connection } from './connection.ts'
import type { Provider } from '../providers/provider.ts'

/** A connection as callers see it, also one that never existed. */
export function toMessage(
  provider: Provider,
  businessId: string,
  connection: Connection | undefined,
): ConnectionMessage {
  const status = statusOf(connection)
  return {
    provider: provider.name,
    display_name: provider.displayName,
    business_id: businessId,
    status,
    is_connected: status === 'CONNECTED',
    external_company_id: connection?.externalCompanyId ?? undefined,
    connected_at: connection?.connectedAt.toISOString(),
    unlinked_at: connection?.unlinkedAt?.toISOString(),
    needs_reauthorization_since: connection?.needsReauthorizationSince?.toISOString(),
    is_syncing: false,
  }
}
