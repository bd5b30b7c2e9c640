import { tenantOf, type CallContext, type Tenant } from '@pacioli/rpc'
import type { Business, ReportingBasis } from '../businesses/business.ts'
import type { AskLedger } from '../businesses/require-business.ts'
import { forwarded } from '../owners/forwarded-context.ts'
import type { LedgerReader } from '../owners/ledger-reader.ts'

/** Who asks for a report, when, and whom the ledger is asked through. */
export type Asking = {
  tenant: Tenant
  now: Date
  askLedger: AskLedger
  /** Asks the ledger which basis is the default, for a business that has set none of its own. */
  askDefaultBasis: () => Promise<ReportingBasis>
}

/** Who asks, and how what events have not told yet is asked of the ledger. */
export const askingOf = (ledger: LedgerReader, context: CallContext, now: Date): Asking => ({
  tenant: tenantOf(context),
  now,
  askLedger: () => ledger.findBusiness(forwarded(context)),
  askDefaultBasis: () => ledger.defaultBasis(forwarded(context)),
})

/** The one that is asked for, else the business's own, its client's, or the product's. */
export const basisOf = async (
  asked: ReportingBasis | undefined,
  business: Pick<Business, 'defaultReportingBasis'>,
  { askDefaultBasis }: Pick<Asking, 'askDefaultBasis'>,
): Promise<ReportingBasis> => asked ?? business.defaultReportingBasis ?? (await askDefaultBasis())
