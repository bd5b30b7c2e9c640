import { tenantOf, type CallContext } from '@pacioli/rpc'
import { forwarded } from '../owners/forwarded-context.ts'
import type { LedgerReader } from '../owners/ledger-reader.ts'
import type { Asking } from '../statements/get-statement.ts'

/** Who asks, and how what events have not told yet is asked of the ledger. */
export const askingOf = (ledger: LedgerReader, context: CallContext, now: Date): Asking => ({
  tenant: tenantOf(context),
  now,
  askLedger: () => ledger.findBusiness(forwarded(context)),
  askDefaultBasis: () => ledger.defaultBasis(forwarded(context)),
})
