import { dayOf } from '@pacioli/calendar'
import { leftTo, type Left, type Moment } from '@pacioli/history/positions'
import { tenantOf, type CallContext, type Tenant } from '@pacioli/rpc'
import type { Business, ReportingBasis } from '../businesses/business.ts'
import type { FetchBusiness } from '../businesses/require-business.ts'
import { forwardedContext } from '../owners/forwarded-context.ts'
import type { ContactKind } from '../contacts/contact.ts'
import type { Owners } from '../owners/owners.ts'
import type { LocalCalendar } from './period.ts'

/** Who requests a report, when, and how the ledger is queried for it. */
export type ReportRequest = {
  tenant: Tenant
  now: Date
  /** As of when it is asked, where that is not now, and what the report of then was asked without. */
  moment?: { at: Date; left: Left }
  /** The instant through which events are known to be applied, as of before anything is read. */
  through: Date | null
  fetchBusiness: FetchBusiness
  /** Fetches the default basis from the ledger, for a business that has set none of its own: that of a moment, or of now. */
  fetchDefaultBasis: (at: Date | undefined) => Promise<ReportingBasis>
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
  fetchDefaultBasis: (at) => ledger.defaultBasis(forwardedContext(context), at),
  fetchContactName: (kind, id) => billing.contactName(forwardedContext(context), kind, id),
})

/** The same as it is asked at a moment of the past. */
export const requestAt = (request: ReportRequest, moment: Moment, at: Date): ReportRequest => ({
  ...request,
  moment: { at, left: leftTo(moment) },
})

/** The requested one, else the business's own, its client's, or the product's. `left` if neither the request nor the business says. */
export async function basisOf(
  requested: ReportingBasis | undefined,
  business: Pick<Business, 'defaultReportingBasis'>,
  { fetchDefaultBasis, moment }: Pick<ReportRequest, 'fetchDefaultBasis' | 'moment'>,
): Promise<{ basis: ReportingBasis; left: Pick<Left, 'basis'> }> {
  const said = requested ?? business.defaultReportingBasis
  if (said !== null) return { basis: said, left: {} }
  const basis = moment?.left.basis ?? (await fetchDefaultBasis(moment?.at))
  return { basis, left: { basis } }
}

export const calendarOf = (
  { moment, now }: Pick<ReportRequest, 'moment' | 'now'>,
  { timeZone: zone }: Pick<Business, 'timeZone'>,
): LocalCalendar => ({ today: moment?.left.today ?? dayOf(moment?.at ?? now, zone), zone })
