/** Retags payments and refunds on invoices whose tags changed: their entries carry those, too. */
import type { Tx } from '@pacioli/db'
import type { LedgerPrefetch } from '@pacioli/postings'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { findPaymentsOnInvoices, loadInvoicePayments, lockInvoicePayments } from './invoice-payment.store.ts'
import type { Update } from '../documents/document-kind.ts'
import { idsOf } from '../documents/document.store.ts'
import { nextVersionOf } from '../documents/document.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import { retaggedPayment } from './retag-payment.ts'
import { prefetchPayments, prefetchPayoutsOf, prefetchRefunds } from './prefetch-documents.ts'
import { nextVersion } from './next-version.ts'
import { findInvoicesOfRefunds, findRefundsOnInvoices, loadRefunds, lockRefunds } from './refund.store.ts'
import type { Refund } from './refund.ts'
import { retaggedRefund } from './retag-refund.ts'
import { prefetchInvoices } from './prefetch-invoices.ts'
import { loadInvoices } from './invoice.store.ts'
import type { Invoice } from './invoice.ts'

/**
 * Prefetches all that entries of payments and refunds on these invoices, and of their payouts, need, their other invoices
 * included, except the tags of these invoices and of their line items: the caller knows which of those stay.
 * @param fieldOf where the request names the invoice
 */
export async function prefetchDependents(
  tx: Tx,
  asking: LedgerPrefetch,
  invoices: readonly Invoice[],
  fieldOf: (id: string) => string,
): Promise<void> {
  const ids = idsOf(invoices)
  const named = new Set(ids)
  const payments = await loadInvoicePayments(tx, await findPaymentsOnInvoices(tx, ids))
  const refunds = await loadRefunds(tx, await findRefundsOnInvoices(tx, ids))
  const fieldsOf = (invoiceIds: readonly (string | null)[]): string[] =>
    [...new Set(invoiceIds)].flatMap((id) => (id !== null && named.has(id) ? [fieldOf(id)] : []))
  const ofPayment = ({ allocations }: InvoicePayment) =>
    fieldsOf(allocations.map(({ documentId: invoiceId }) => invoiceId))
  const ofRefund = ({ allocations }: Refund) =>
    fieldsOf(allocations.flatMap(({ parts }) => parts.map(({ invoiceId }) => invoiceId)))
  const others = await loadOthersOf(tx, refunds, named)
  const [first] = invoices
  await prefetchInvoices(tx, asking, others, () => fieldOf(first?.id ?? ''))
  await prefetchPayments(tx, asking, payments, ofPayment, { isRetagged: (id) => named.has(id ?? '') })
  await prefetchRefunds(tx, asking, refunds, ofRefund, { isRetagged: () => true })
  await prefetchPayoutsOf(tx, asking, { payments, refunds }, { ofPayment, ofRefund })
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
 * The payments and refunds on these invoices, locked, with the invoices' current tags; unchanged ones are left out. The
 * caller has locked the invoices.
 */
export async function retagDependents(
  tx: Tx,
  invoices: readonly Invoice[],
  accounts: ReceivableAccounts,
  now: Date,
): Promise<{ payments: Update<InvoicePayment>[]; refunds: Update<Refund>[] }> {
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  const ids = [...byId.keys()]
  const payments = await lockInvoicePayments(tx, await findPaymentsOnInvoices(tx, ids))
  const refunds = await lockRefunds(tx, await findRefundsOnInvoices(tx, ids))
  // Not locked: a request that changes their tags locks these refunds, and so runs after this one.
  const others = await loadOthersOf(tx, refunds, new Set(ids))
  const all = new Map([...others.map((invoice): [string, Invoice] => [invoice.id, invoice]), ...byId])
  return {
    payments: payments.flatMap((before) => {
      const after = retaggedPayment(before, byId, accounts)
      return after === before ? [] : [{ before, after: nextVersionOf(before, after, now) }]
    }),
    refunds: refunds.flatMap((before) => {
      const after = nextVersion(before, retaggedRefund(before, all, accounts), now)
      return after === before ? [] : [{ before, after }]
    }),
  }
}
