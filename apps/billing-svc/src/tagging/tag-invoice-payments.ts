import { askForReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import type { Taggable } from '../tags/taggable.ts'
import { askForInvoices } from '../receivables/ask-for-invoices.ts'
import { loadInvoices } from '../receivables/invoice.store.ts'
import { askForPayments, askForPayoutsOf } from '../receivables/ask-for-documents.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { sourceOfInvoicePayment } from '../receivables/invoice-payment.postings.ts'
import { loadInvoicePayments, lockInvoicePayments } from '../receivables/invoice-payment.store.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { retaggedPayment } from '../receivables/retag-payment.ts'

const invoicesOf = (payments: readonly InvoicePayment[]): string[] => [
  ...new Set(payments.flatMap(({ allocations }) => allocations.map(({ invoiceId }) => invoiceId))),
]

/** Tags of a payment are on its lines, after those of the invoices that it pays and of its allocations; its payout follows. */
export const taggableInvoicePayments: Taggable<InvoicePayment> = {
  load: loadInvoicePayments,
  lock: async (tx, businessId, ids) => [...(await lockInvoicePayments(tx, businessId, ids)).values()],
  ask: async (tx, asking, businessId, payments, fieldOf) => {
    const [first] = payments
    const invoices = await loadInvoices(tx, businessId, invoicesOf(payments))
    const fields = ({ id }: InvoicePayment): string[] => [fieldOf(id)]
    askForReceivableAccounts(asking)
    await askForInvoices(tx, asking, businessId, invoices, () => fieldOf(first?.id ?? ''))
    await askForPayments(tx, asking, businessId, payments, fields, { isAnew: () => true })
    await askForPayoutsOf(tx, asking, businessId, { payments }, { ofPayment: fields })
  },
  requireOpen: () => undefined,
  sourceOf: sourceOfInvoicePayment,
  write: async (tx, billing, business, books, changes) => {
    const payments = changes.map(({ before }) => before)
    // Not held: who changes the tags of an invoice holds the payments on it, and does these after us.
    const invoices = await loadInvoices(tx, business.id, invoicesOf(payments))
    const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
    const updatedAt = billing.now()
    const written = changes.map(({ before, tags }) => ({
      before,
      after: {
        ...retaggedPayment({ ...before, tags }, byId, receivableAccounts(books)),
        version: before.version + 1,
        updatedAt,
      },
    }))
    return recordReceivables(tx, billing, business, books, { payments: written })
  },
}
