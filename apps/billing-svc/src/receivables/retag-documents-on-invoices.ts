/** Retags payments and refunds on invoices whose tags changed: their entries carry those, too. */
import type { Tx } from '@pacioli/db'
import type { LedgerPrefetch, Source } from '@pacioli/postings'
import type { Deciding } from '../document-writes/create-document.ts'
import { prefetchReceivableAccounts, receivableAccounts } from './receivable-accounts.ts'
import { recordReceivables } from './record-receivables.ts'
import { findPaymentsOnInvoices, loadInvoicePayments, lockInvoicePayments } from './invoice-payment.store.ts'
import type { Update } from '../documents/document-kind.ts'
import { idsOf } from '../documents/document.store.ts'
import { nextVersionOf } from '../documents/document.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import { retaggedPayment } from './retag-invoice-payment.ts'
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
 * Prefetches all that is reposted once these invoices or their line items carry other tags: their own entries, and those of
 * payments and refunds on them, with their other invoices, and of their payouts.
 * @param fieldOf where the request names the invoice, or what is of it
 */
export async function prefetchRetagged(
  tx: Tx,
  asking: LedgerPrefetch,
  invoices: readonly Invoice[],
  fieldOf: (invoiceId: string) => string,
): Promise<void> {
  prefetchReceivableAccounts(asking)
  await prefetchInvoices(tx, asking, invoices, (index) => fieldOf(invoices[index]?.id ?? ''))
  const ids = idsOf(invoices)
  const named = new Set(ids)
  const { payments, refunds } = await loadDependents(tx, ids)
  const fieldsOf = (invoiceIds: readonly (string | null)[]): string[] =>
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
 * Writes locked invoices that carry other tags, or whose line items do, with the payments and refunds on them; unchanged ones
 * are left out. Answers what is to be delivered.
 */
export async function recordRetagged(deciding: Deciding, invoices: readonly Update<Invoice>[]): Promise<Source[]> {
  const { tx, billing, books } = deciding
  const [now, accounts] = [billing.now(), receivableAccounts(books)]
  const byId = new Map(invoices.map(({ after }) => [after.id, after]))
  const ids = [...byId.keys()]
  const { payments, refunds } = await lockDependents(tx, ids)
  // Not locked: a request that changes their tags locks these refunds, and so runs after this one.
  const others = await loadOthersOf(tx, refunds, new Set(ids))
  const all = new Map([...others.map((invoice): [string, Invoice] => [invoice.id, invoice]), ...byId])
  return recordReceivables(deciding, {
    invoices,
    payments: payments.flatMap((before) => {
      const after = retaggedPayment(before, byId, accounts)
      return after === before ? [] : [{ before, after: nextVersionOf(before, after, now) }]
    }),
    refunds: refunds.flatMap((before) => {
      const after = nextVersion(before, retaggedRefund(before, all, accounts), now)
      return after === before ? [] : [{ before, after }]
    }),
  })
}
