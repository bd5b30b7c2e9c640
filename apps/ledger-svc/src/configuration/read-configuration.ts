import { refused } from '@pacioli/errors'
import type { AccountingConfiguration as ConfigurationMessage, DefaultBasis } from '@pacioli/protos/ledger'
import type { Tenant } from '@pacioli/rpc'
import { loadBusinessFacts } from '../businesses/business.store.ts'
import type { Ledger } from '../ledger.ts'
import { instantOf } from '../instant-of.ts'
import { defaultBasisAt, loadClientSettings, loadSettings } from '../settings/accounting-configuration.store.ts'
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

/** The basis of reports without one, as of a moment, of a business that had none of its own. @throws BusinessNotFound, InvalidPayload */
export function getDefaultBasis(ledger: Ledger, tenant: Tenant, asOf: string): Promise<DefaultBasis> {
  const at = instantOf(asOf, 'as_of')
  return ledger.db.transact(tenant, async (tx) => {
    await loadBusinessFacts(tx, tenant)
    return { reporting_basis: await defaultBasisAt(tx, tenant, at) }
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
