import { tenantOf, type CallContext, type Tenant } from '@pacioli/rpc'
import type { Business, ReportingBasis } from '../businesses/business.ts'
import type { FetchBusiness } from '../businesses/require-business.ts'
import { forwardedContext } from '../owners/forwarded-context.ts'
import type { ContactKind } from '../contacts/contact.ts'
import type { Owners } from '../owners/owners.ts'

/** Who requests a report, when, and how the ledger is queried for it. */
export type ReportRequest = {
  tenant: Tenant
  now: Date
  /** The moment whose day is today, where that is not now. */
  today?: Date
  /** The instant through which events are known to be applied, as of before anything is read. */
  through: Date | null
  fetchBusiness: FetchBusiness
  /** Fetches the default basis from the ledger, for a business that has set none of its own. */
  fetchDefaultBasis: () => Promise<ReportingBasis>
  /** Fetches the name of a vendor or customer from billing; undefined if the business has none with this id. */
  fetchContactName: (kind: ContactKind, id: string) => Promise<string | undefined>
}

export const reportRequestOf = (
  { ledger, billing }: Pick<Owners, 'ledger' | 'billing'>,
  context: CallContext,
  now: Date,
  through: Date | null,
): ReportRequest => ({
  tenant: tenantOf(context),
  now,
  through,
  fetchBusiness: () => ledger.findBusiness(forwardedContext(context)),
  fetchDefaultBasis: () => ledger.defaultBasis(forwardedContext(context)),
  fetchContactName: (kind, id) => billing.contactName(forwardedContext(context), kind, id),
})

/** The requested one, else the business's own, its client's, or the product's. */
export const basisOf = async (
  requested: ReportingBasis | undefined,
  business: Pick<Business, 'defaultReportingBasis'>,
  { fetchDefaultBasis }: Pick<ReportRequest, 'fetchDefaultBasis'>,
): Promise<ReportingBasis> => requested ?? business.defaultReportingBasis ?? (await fetchDefaultBasis())
