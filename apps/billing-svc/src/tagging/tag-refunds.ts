import type { Tx } from '@pacioli/db'
import { askForReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import type { Taggable } from '../tags/taggable.ts'
import { askForInvoices } from '../receivables/ask-for-invoices.ts'
import { loadInvoices } from '../receivables/invoice.store.ts'
import type { Invoice } from '../receivables/invoice.ts'
import { askForPayoutsOf, askForRefunds } from '../receivables/ask-for-documents.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { nextVersion } from '../receivables/next-version.ts'
import { sourceOfRefund } from '../receivables/refund.postings.ts'
import { findInvoicesOfRefunds, loadRefunds, lockRefunds } from '../receivables/refund.store.ts'
import type { Refund } from '../receivables/refund.ts'
import { retaggedRefund } from '../receivables/retag-refund.ts'

/** The invoices that they have something on. */
const loadInvoicesOf = async (tx: Tx, businessId: string, refunds: readonly Refund[]): Promise<Invoice[]> =>
  loadInvoices(
    tx,
    businessId,
    await findInvoicesOfRefunds(
      tx,
      businessId,
      refunds.map(({ id }) => id),
    ),
  )

/** Tags of a refund are on its lines and on those of its payments, after the tags of its invoices; its payouts follow. */
export const taggableRefunds: Taggable<Refund> = {
  load: loadRefunds,
  lock: async (tx, businessId, ids) => [...(await lockRefunds(tx, businessId, ids)).values()],
  ask: async (tx, asking, businessId, refunds, fieldOf) => {
    const [first] = refunds
    const fields = ({ id }: Refund): string[] => [fieldOf(id)]
    askForReceivableAccounts(asking)
    const invoices = await loadInvoicesOf(tx, businessId, refunds)
    await askForInvoices(tx, asking, businessId, invoices, () => fieldOf(first?.id ?? ''))
    await askForRefunds(tx, asking, businessId, refunds, fields, { isAnew: () => true })
    await askForPayoutsOf(tx, asking, businessId, { refunds }, { ofRefund: fields })
  },
  requireOpen: () => undefined,
  sourceOf: sourceOfRefund,
  write: async (tx, billing, business, books, changes) => {
    const refunds = changes.map(({ before }) => before)
    // Not held: who changes the tags of an invoice holds the refunds on it, and does these after us.
    const invoices = await loadInvoicesOf(tx, business.id, refunds)
    const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
    const now = billing.now()
    const written = changes.map(({ before, tags }) => ({
      before,
      after: nextVersion(before, retaggedRefund({ ...before, tags }, byId, receivableAccounts(books)), now),
    }))
    return recordReceivables(tx, billing, business, books, { refunds: written })
  },
}
