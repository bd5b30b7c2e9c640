import { AccountingConfigurationService } from '@pacioli/protos/ledger'
import { clientOf, clientRequestOf, implement, type Implementation, tenantOf, writeRequestOf } from '@pacioli/rpc'
import type { Ledger } from '../ledger.ts'
import { getClientConfiguration, getConfiguration, getDefaultBasis } from './read-configuration.ts'
import { updateConfiguration } from './update-accounting-configuration.ts'
import { updateClientConfiguration } from './update-client-configuration.ts'

export const configurationRpc = (ledger: Ledger): Implementation =>
  implement(AccountingConfigurationService, {
    GetAccountingConfiguration: (_request, context) => getConfiguration(ledger, tenantOf(context)),
    UpdateAccountingConfiguration: (request, context) => updateConfiguration(ledger, writeRequestOf(context), request),
    GetDefaultBasis: ({ as_of }, context) => getDefaultBasis(ledger, tenantOf(context), as_of),
    GetClientAccountingConfiguration: (_request, context) => getClientConfiguration(ledger, clientOf(context)),
    UpdateClientAccountingConfiguration: (request, context) =>
      updateClientConfiguration(ledger, clientRequestOf(context), request),
  })
