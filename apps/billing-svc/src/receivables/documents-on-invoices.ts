/** Payments and refunds on invoices that change: their entries follow the invoices. */
import type { Tx } from '@pacioli/db'
import type { LedgerPrefetch, Source } from '@pacioli/postings'
import type { Deciding } from '../document-writes/create-document.ts'
import { prefetchReceivableAccounts, receivableAccounts } from './receivable-accounts.ts'
import { recordReceivables } from './record-receivables.ts'
import { findPaymentsOnInvoices, loadInvoicePayments, lockInvoicePayments } from './invoice-payment.store.ts'
import type { Update } from '../documents/document-kind.ts'
import { idsOf } from '../documents/document.store.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import { changesMeaning, recognizedAnew } from '../allocations/recognized-anew.ts'
import { dividedAgain } from './divide-again.ts'
import { recognizableInvoice } from './invoice.postings.ts'
import { prefetchReposted } from './prefetch-documents.ts'
import { nextVersion } from './next-version.ts'
import { findInvoicesOfRefunds, findRefundsOnInvoices, loadRefunds, lockRefunds } from './refund.store.ts'
import type { Refund } from './refund.ts'
import { retaggedRefund } from './retag-refund.ts'
import { prefetchInvoices } from './prefetch-invoices.ts'
import { loadInvoices } from './invoice.store.ts'
import type { Invoice } from './invoice.ts'

const dependents =
  (loadPayments: typeof loadInvoicePayments, loadTheirRefunds: typeof loadRefunds) =>
  async (tx: Tx, invoiceIds: readonly string[]): Promise<{ payments: InvoicePayment[]; refunds: Refund[] }> => ({
    payments: await loadPayments(tx, await findPaymentsOnInvoices(tx, invoiceIds)),
    refunds: await loadTheirRefunds(tx, await findRefundsOnInvoices(tx, invoiceIds)),
  })

/** The payments and refunds on these invoices. */
export const loadDependents = dependents(loadInvoicePayments, loadRefunds)

/** The same, locked; after the invoices. */
export const lockDependents = dependents(lockInvoicePayments, lockRefunds)

/**
 * Prefetches all that is reposted once these invoices are others: their own entries, and those of payments and refunds on
 * them, with their other invoices, and of their payouts.
 * @param invoices without what is replaced, which the caller prefetches
 * @param fieldOf where the request names the invoice, or what is of it; undefined where no field does
 */
export async function prefetchChanged(
  tx: Tx,
  asking: LedgerPrefetch,
  invoices: readonly Invoice[],
  fieldOf: (invoiceId: string) => string | undefined,
): Promise<void> {
  prefetchReceivableAccounts(asking)
  await prefetchInvoices(tx, asking, invoices, (index) => fieldOf(invoices[index]?.id ?? ''))
  const ids = idsOf(invoices)
  const named = new Set(ids)
  const { payments, refunds } = await loadDependents(tx, ids)
  const fieldsOf = (invoiceIds: readonly (string | null)[]): (string | undefined)[] =>
    [...new Set(invoiceIds)].flatMap((id) => (id !== null && named.has(id) ? [fieldOf(id)] : []))
  const ofPayment = ({ allocations }: InvoicePayment) =>
    fieldsOf(allocations.map(({ documentId: invoiceId }) => invoiceId))
  const ofRefund = ({ allocations }: Refund) =>
    fieldsOf(allocations.flatMap(({ parts }) => parts.map(({ invoiceId }) => invoiceId)))
  const others = await loadOthersOf(tx, refunds, named)
  const [first] = invoices
  await prefetchInvoices(tx, asking, others, () => fieldOf(first?.id ?? ''))
  await prefetchReposted(tx, asking, {
    payments: { documents: payments, fields: ofPayment, isRetagged: (id) => named.has(id ?? '') },
    refunds: { documents: refunds, fields: ofRefund, isRetagged: () => true },
  })
}

/** Other invoices with parts of these refunds. */
async function loadOthersOf(tx: Tx, refunds: readonly Refund[], known: ReadonlySet<string>): Promise<Invoice[]> {
  const ids = await findInvoicesOfRefunds(tx, idsOf(refunds))
  return loadInvoices(
    tx,
    ids.filter((id) => !known.has(id)),
  )
}

/**
 * Writes changed invoices, and what of payments and refunds on them follows. The caller has locked the invoices; unchanged
 * versions are skipped. Answers what is to be delivered.
 * @throws what `recordReceivables` throws
 */
export async function changeInvoices(deciding: Deciding, changes: readonly Update<Invoice>[]): Promise<Source[]> {
  const { tx, billing, books } = deciding
  const now = billing.now()
  const recognizableOf = (invoice: Invoice) => recognizableInvoice(invoice, receivableAccounts(books))
  const hasDependents = ({ before: { paid, refunded } }: Update<Invoice>): boolean => paid.length + refunded.length > 0
  const others = changes.filter((change) => hasDependents(change) && changesMeaning(change, recognizableOf))
  if (others.length === 0) return recordReceivables(deciding, { invoices: changes })
  const byId = new Map(others.map(({ after }) => [after.id, after]))
  const ids = [...byId.keys()]
  const { payments, refunds } = await lockDependents(tx, ids)
  // Not locked: a request that changes their tags locks these refunds, and so runs after this one.
  const unchanged = await loadOthersOf(tx, refunds, new Set(ids))
  const invoices = new Map([...unchanged.map((invoice): [string, Invoice] => [invoice.id, invoice]), ...byId])
  const accounts = receivableAccounts(books)
  const divided = dividedAgain(refunds, others, accounts)
  return recordReceivables(deciding, {
    invoices: changes,
    payments: recognizedAnew(payments, others, recognizableOf, now),
    refunds: refunds.flatMap((before, index) => {
      const after = nextVersion(before, retaggedRefund(divided[index] ?? before, invoices, accounts), now)
      return after === before ? [] : [{ before, after }]
    }),
  })
}
