import { refused } from '@pacioli/errors'
import type { AccountingConfiguration as ConfigurationMessage } from '@pacioli/protos/ledger'
import type { Tenant } from '@pacioli/rpc'
import { loadBusinessFacts } from '../businesses/business.store.ts'
import type { Ledger } from '../ledger.ts'
import { loadClientSettings, loadSettings } from '../settings/accounting-configuration.store.ts'
import { toMessageOfBusiness, toMessageOfClient } from './configuration.messages.ts'

/** What is in effect for a business. @throws BusinessNotFound */
export function getConfiguration(ledger: Ledger, tenant: Tenant): Promise<ConfigurationMessage> {
  const { businessId } = tenant
  return ledger.db.transact(tenant, async (tx) => {
    const { timeZone } = await loadBusinessFacts(tx, tenant)
    const { own, client } = await loadSettings(tx, tenant)
    return toMessageOfBusiness(businessId, { own: own.settings, client: client.settings, timeZone })
  })
}

/** The defaults of all businesses of a client. @throws ClientNotFound */
export function getClientConfiguration(ledger: Ledger, clientId: string): Promise<ConfigurationMessage> {
  return ledger.db.transact({ clientId }, async (tx) => {
    const found = await loadClientSettings(tx, clientId)
    if (!found) throw clientNotFound(clientId)
    return toMessageOfClient(clientId, found.settings)
  })
}

export const clientNotFound = (clientId: string) =>
  refused('ClientNotFound', `There is no client ${clientId}.`, { field: 'clientId', value: clientId })
