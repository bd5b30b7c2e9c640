/** Tags of invoice payments, refunds and payouts. */
import type { Tx } from '@pacioli/db'
import {
  prefetchPayments,
  prefetchPayouts,
  prefetchPayoutsOf,
  prefetchRefunds,
} from '../receivables/prefetch-documents.ts'
import { prefetchInvoices } from '../receivables/prefetch-invoices.ts'
import { INVOICE_PAYMENTS } from '../receivables/invoice-payment.kind.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { loadInvoices } from '../receivables/invoice.store.ts'
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
import { retaggedPayment } from '../receivables/retag-payment.ts'
import { retaggedRefund } from '../receivables/retag-refund.ts'
import { retaggedVersions, type Taggable, type TagCarrier } from './taggable.ts'

const fieldsBy =
  (fieldOf: (id: string) => string) =>
  ({ id }: TagCarrier): string[] => [fieldOf(id)]

const byId = (invoices: readonly Invoice[]) => new Map(invoices.map((invoice) => [invoice.id, invoice]))

const invoicesPaidBy = (tx: Tx, payments: readonly InvoicePayment[]): Promise<Invoice[]> => {
  const ids = payments.flatMap(({ allocations }) => allocations.map(({ documentId }) => documentId))
  return loadInvoices(tx, [...new Set(ids)])
}

/** On its lines, after the tags of the invoices that it pays and of its allocations; its payout is reposted with it. */
export const taggableInvoicePayments: Taggable<InvoicePayment> = {
  ...INVOICE_PAYMENTS,
  prefetch: async (tx, asking, payments, fieldOf) => {
    const fields = fieldsBy(fieldOf)
    const invoices = await invoicesPaidBy(tx, payments)
    prefetchReceivableAccounts(asking)
    await prefetchInvoices(tx, asking, invoices, () => fieldOf(payments[0]?.id ?? ''))
    await prefetchPayments(tx, asking, payments, fields, { isRetagged: () => true })
    await prefetchPayoutsOf(tx, asking, { payments }, { ofPayment: fields })
  },
  write: async (deciding, changes) => {
    const retagged = retaggedVersions(changes, deciding.billing.now())
    // Not locked: a request that changes an invoice's tags locks the payments on it, and so runs after this one.
    const invoices = byId(
      await invoicesPaidBy(
        deciding.tx,
        retagged.map(({ before }) => before),
      ),
    )
    const payments = retagged.map(({ before, after }) => ({
      before,
      after: retaggedPayment(after, invoices, receivableAccounts(deciding.books)),
    }))
    return recordReceivables(deciding, { payments })
  },
}

const invoicesRefundedBy = async (tx: Tx, refunds: readonly Refund[]): Promise<Invoice[]> => {
  const ids = refunds.map(({ id }) => id)
  return loadInvoices(tx, await findInvoicesOfRefunds(tx, ids))
}

/** On its lines and on those of its payments, after the tags of its invoices; its payouts are reposted with it. */
export const taggableRefunds: Taggable<Refund> = {
  ...REFUNDS,
  prefetch: async (tx, asking, refunds, fieldOf) => {
    const fields = fieldsBy(fieldOf)
    const invoices = await invoicesRefundedBy(tx, refunds)
    prefetchReceivableAccounts(asking)
    await prefetchInvoices(tx, asking, invoices, () => fieldOf(refunds[0]?.id ?? ''))
    await prefetchRefunds(tx, asking, refunds, fields, { isRetagged: () => true })
    await prefetchPayoutsOf(tx, asking, { refunds }, { ofRefund: fields })
  },
  sourcesOf: (refund) => [sourceOfRefund(refund)],
  write: async (deciding, changes) => {
    const before = changes.map((change) => change.before)
    // Not locked: a request that changes an invoice's tags locks the refunds on it, and so runs after this one.
    const invoices = byId(await invoicesRefundedBy(deciding.tx, before))
    const now = deciding.billing.now()
    const refunds = changes.map((change) => {
      const retagged = retaggedRefund(
        { ...change.before, tags: change.tags },
        invoices,
        receivableAccounts(deciding.books),
      )
      return { before: change.before, after: nextVersion(change.before, retagged, now) }
    })
    return recordReceivables(deciding, { refunds })
  },
}

/** On its fee and on its other transactions, after theirs; its members have their own. */
export const taggablePayouts: Taggable<Payout> = {
  ...PAYOUTS,
  prefetch: async (tx, asking, payouts, fieldOf) => {
    prefetchReceivableAccounts(asking)
    await prefetchPayouts(tx, asking, payouts, fieldsBy(fieldOf))
  },
  write: (deciding, changes) =>
    recordReceivables(deciding, { payouts: retaggedVersions(changes, deciding.billing.now()) }),
}
