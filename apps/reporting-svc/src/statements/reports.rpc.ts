import type { Database } from '@pacioli/db'
import { ReportsService } from '@pacioli/protos/reporting'
import { implement, tenantOf, type Implementation } from '@pacioli/rpc'
import { forwarded } from '../forwarded.ts'
import type { LedgerReader } from '../ledger-reader.ts'
import { getTrialBalance } from './get-trial-balance.ts'
import { TRIAL_BALANCE_COLUMNS } from './trial-balance.ts'

export const reportsRpc = (db: Database, ledger: LedgerReader, clock: () => Date): Implementation =>
  implement(ReportsService, {
    GetTrialBalance: async (request, context) => {
      const tenant = tenantOf(context)
      const rows = await getTrialBalance(db, {
        tenant,
        effectiveDate: request.effective_date,
        reportingBasis: request.reporting_basis,
        now: clock(),
        askLedger: () => ledger.findBusiness(forwarded(context)),
        askDefaultBasis: () => ledger.defaultBasis(forwarded(context)),
      })
      return { business_id: tenant.businessId, columns: TRIAL_BALANCE_COLUMNS, rows }
    },
  })
