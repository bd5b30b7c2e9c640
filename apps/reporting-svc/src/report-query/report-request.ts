import { tenantOf, type CallContext, type Tenant } from '@pacioli/rpc'
import type { Business, ReportingBasis } from '../businesses/business.ts'
import type { FetchBusiness } from '../businesses/require-business.ts'
import { forwardedContext } from '../owners/forwarded-context.ts'
import type { LedgerReader } from '../owners/ledger-reader.ts'

/** Who asks for a report, when, and whom the ledger is asked through. */
export type ReportRequest = {
  tenant: Tenant
  now: Date
  fetchBusiness: FetchBusiness
  /** Asks the ledger which basis is the default, for a business that has set none of its own. */
  fetchDefaultBasis: () => Promise<ReportingBasis>
}

/** Who asks, and how what events have not told yet is asked of the ledger. */
export const reportRequestOf = (ledger: LedgerReader, context: CallContext, now: Date): ReportRequest => ({
  tenant: tenantOf(context),
  now,
  fetchBusiness: () => ledger.findBusiness(forwardedContext(context)),
  fetchDefaultBasis: () => ledger.defaultBasis(forwardedContext(context)),
})

/** The one that is asked for, else the business's own, its client's, or the product's. */
export const basisOf = async (
  requested: ReportingBasis | undefined,
  business: Pick<Business, 'defaultReportingBasis'>,
  { fetchDefaultBasis }: Pick<ReportRequest, 'fetchDefaultBasis'>,
): Promise<ReportingBasis> => requested ?? business.defaultReportingBasis ?? (await fetchDefaultBasis())
