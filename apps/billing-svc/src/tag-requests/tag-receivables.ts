/** Tags of invoice payments, refunds and payouts. */
import type { Tx } from '@pacioli/db'
import type { LedgerPrefetch } from '@pacioli/postings'
import { requireLive } from '../documents/document-kind.ts'
import { prefetchStored } from '../posting/prefetch-stored.ts'
import { carriedByPayout, prefetchReposted } from '../receivables/prefetch-documents.ts'
import { prefetchInvoices } from '../receivables/prefetch-invoices.ts'
import { INVOICE_PAYMENTS } from '../receivables/invoice-payment.kind.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { INVOICES } from '../receivables/invoice.kind.ts'
import type { Invoice } from '../receivables/invoice.ts'
import { nextVersion } from '../receivables/next-version.ts'
import { PAYOUTS } from '../receivables/payout.kind.ts'
import type { Payout } from '../receivables/payout.ts'
import { prefetchReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { sourceOfRefund } from '../receivables/refund.postings.ts'
import { REFUNDS } from '../receivables/refund.kind.ts'
import { findInvoicesOfRefunds } from '../receivables/refund.store.ts'
import type { Refund } from '../receivables/refund.ts'
import { retaggedPayment } from '../receivables/retag-invoice-payment.ts'
import { retaggedRefund } from '../receivables/retag-refund.ts'
import { retaggedVersions, type Taggable, type TagCarrier } from './taggable.ts'

const fieldsBy =
  (fieldOf: (id: string) => string) =>
  ({ id }: TagCarrier): string[] => [fieldOf(id)]

type Invoices = Map<string, Invoice>

const byId = (invoices: readonly Invoice[]): Invoices => new Map(invoices.map((invoice) => [invoice.id, invoice]))

const invoicesPaidBy = async (tx: Tx, payments: readonly InvoicePayment[]): Promise<Invoices> => {
  const ids = payments.flatMap(({ allocations }) => allocations.map(({ documentId }) => documentId))
  return byId(await INVOICES.load(tx, [...new Set(ids)]))
}

const invoicesRefundedBy = async (tx: Tx, refunds: readonly Refund[]): Promise<Invoices> => {
  const ids = refunds.map(({ id }) => id)
  return byId(await INVOICES.load(tx, await findInvoicesOfRefunds(tx, ids)))
}

/** Queries what reposting on these invoices needs. */
async function prefetchOn(tx: Tx, asking: LedgerPrefetch, invoices: Invoices, field: string): Promise<void> {
  prefetchReceivableAccounts(asking)
  await prefetchInvoices(tx, asking, [...invoices.values()], () => field)
}

/**
 * An invoice payment's tags are on its lines; the tags of its invoices and of its allocations take precedence. Its payout is
 * reposted with it.
 */
export const taggableInvoicePayments: Taggable<InvoicePayment> = {
  ...INVOICE_PAYMENTS,
  requireOpen: (payment) => requireLive(INVOICE_PAYMENTS, payment),
  prefetch: async (tx, asking, payments, fieldOf) => {
    const fields = fieldsBy(fieldOf)
    await prefetchOn(tx, asking, await invoicesPaidBy(tx, payments), fieldOf(payments[0]?.id ?? ''))
    await prefetchReposted(tx, asking, { payments: { documents: payments, fields, isRetagged: () => true } })
  },
  write: async (deciding, changes) => {
    const before = changes.map((change) => change.before)
    // Not locked: a request that changes an invoice's tags locks the payments on it, and so runs after this one.
    const invoices = await invoicesPaidBy(deciding.tx, before)
    const accounts = receivableAccounts(deciding.books)
    const payments = retaggedVersions(changes, deciding.billing.now()).map((change) => ({
      before: change.before,
      after: retaggedPayment(change.after, invoices, accounts),
    }))
    return recordReceivables(deciding, { payments })
  },
}

/**
 * A refund's tags are on its lines and on those of its payments; the tags of its invoices take precedence. Its payouts are
 * reposted with it.
 */
export const taggableRefunds: Taggable<Refund> = {
  ...REFUNDS,
  prefetch: async (tx, asking, refunds, fieldOf) => {
    const fields = fieldsBy(fieldOf)
    await prefetchOn(tx, asking, await invoicesRefundedBy(tx, refunds), fieldOf(refunds[0]?.id ?? ''))
    await prefetchReposted(tx, asking, { refunds: { documents: refunds, fields, isRetagged: () => true } })
  },
  sourcesOf: (refund) => [sourceOfRefund(refund)],
  write: async (deciding, changes) => {
    const before = changes.map((change) => change.before)
    // Not locked: a request that changes an invoice's tags locks the refunds on it, and so runs after this one.
    const invoices = await invoicesRefundedBy(deciding.tx, before)
    const accounts = receivableAccounts(deciding.books)
    const now = deciding.billing.now()
    const refunds = changes.map((change) => {
      const retagged = retaggedRefund({ ...change.before, tags: change.tags }, invoices, accounts)
      return { before: change.before, after: nextVersion(change.before, retagged, now) }
    })
    return recordReceivables(deciding, { refunds })
  },
}

/**
 * A payout's tags are on its fee and on its other transactions, whose own tags take precedence. Its members post with their
 * own tags.
 */
export const taggablePayouts: Taggable<Payout> = {
  ...PAYOUTS,
  requireOpen: (payout) => requireLive(PAYOUTS, payout),
  prefetch: async (tx, asking, payouts, fieldOf) => {
    prefetchReceivableAccounts(asking)
    await prefetchStored(tx, asking, payouts, carriedByPayout(), fieldsBy(fieldOf))
  },
  write: (deciding, changes) =>
    recordReceivables(deciding, { payouts: retaggedVersions(changes, deciding.billing.now()) }),
}
