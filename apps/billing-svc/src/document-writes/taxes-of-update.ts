/** The accounts of the taxes that an update of a document names. */
import type { Tx } from '@pacioli/db'
import type { KnownBusiness } from '@pacioli/ledger-facts'
import { LedgerPrefetch, type Books } from '@pacioli/postings'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { taxNamesOf, type RequestedLineItem, type RequestedTax } from '../line-items/requested-lines.ts'
import type { TaxAccountOf } from '../line-items/resolve-lines.ts'
import { ensureTaxAccounts, NO_TAX_ACCOUNTS, type TaxAccounts } from '../sales-taxes/sales-tax-accounts.ts'
import type { TaxKind } from '../sales-taxes/tax-name.ts'

type TaxedUpdate = {
  kind: TaxKind
  requested: { lines?: readonly RequestedLineItem[] | undefined; taxes?: readonly RequestedTax[] | undefined }
  prefetch: (tx: Tx, asking: LedgerPrefetch, taxAccounts: TaxAccounts) => Promise<void>
  /** Decides the update of the document as it is, without locks. */
  decide: (tx: Tx, books: Books, taxAccountOf: TaxAccountOf) => Promise<unknown>
}

/**
 * Missing accounts are created once the update is decided without them.
 * @throws what `ensureTaxAccounts` and the steps throw
 */
export function taxAccountsOfUpdate(
  billing: Billing,
  request: BusinessWrite,
  business: KnownBusiness,
  { kind, requested: { lines = [], taxes = [] }, prefetch, decide }: TaxedUpdate,
): Promise<TaxAccounts> {
  const names = taxNamesOf(lines, taxes)
  return ensureTaxAccounts(billing, request, business, {
    kind,
    names,
    tryOut: async () => {
      const asking = new LedgerPrefetch()
      await billing.db.transact(request, (tx) => prefetch(tx, asking, NO_TAX_ACCOUNTS))
      const books = await billing.postingSession.askBooks(request, asking.question()).catch((error: unknown) => {
        throw asking.forEveryField(error)
      })
      await billing.db.transact(request, (tx) => decide(tx, books, () => ''))
      return names
    },
  })
}
