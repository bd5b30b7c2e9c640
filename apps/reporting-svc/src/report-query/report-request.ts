import { tenantOf, type CallContext, type Tenant } from '@pacioli/rpc'
import type { Business, ReportingBasis } from '../businesses/business.ts'
import type { FetchBusiness } from '../businesses/require-business.ts'
import { forwardedContext } from '../owners/forwarded-context.ts'
import type { LedgerReader } from '../owners/ledger-reader.ts'

/** Who requests a report, when, and how the ledger is queried for it. */
export type ReportRequest = {
  tenant: Tenant
  now: Date
  /** The instant through which events are known to be applied, as of before anything is read. */
  through: Date | null
  fetchBusiness: FetchBusiness
  /** Fetches the default basis from the ledger, for a business that has set none of its own. */
  fetchDefaultBasis: () => Promise<ReportingBasis>
}

export const reportRequestOf = (
  ledger: LedgerReader,
  context: CallContext,
  now: Date,
  through: Date | null,
): ReportRequest => ({
  tenant: tenantOf(context),
  now,
  through,
  fetchBusiness: () => ledger.findBusiness(forwardedContext(context)),
  fetchDefaultBasis: () => ledger.defaultBasis(forwardedContext(context)),
})

/** The requested one, else the business's own, its client's, or the product's. */
export const basisOf = async (
  requested: ReportingBasis | undefined,
  business: Pick<Business, 'defaultReportingBasis'>,
  { fetchDefaultBasis }: Pick<ReportRequest, 'fetchDefaultBasis'>,
): Promise<ReportingBasis> => requested ?? business.defaultReportingBasis ?? (await fetchDefaultBasis())
