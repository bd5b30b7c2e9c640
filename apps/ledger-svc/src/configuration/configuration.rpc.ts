import { AccountingConfigurationService } from '@pacioli/protos/ledger'
import { implement, tenantOf, type Implementation } from '@pacioli/rpc'
import type { Ledger } from '../ledger.ts'
import { writeRequestOf } from '../write-request.ts'
import { getConfiguration, updateConfiguration } from './update-accounting-configuration.ts'

export const configurationRpc = (ledger: Ledger): Implementation =>
  implement(AccountingConfigurationService, {
    GetAccountingConfiguration: (_request, context) => getConfiguration(ledger, tenantOf(context)),
    UpdateAccountingConfiguration: (request, context) => updateConfiguration(ledger, writeRequestOf(context), request),
  })
