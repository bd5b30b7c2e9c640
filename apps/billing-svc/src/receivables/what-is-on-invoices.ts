/** Payments and refunds on invoices that carry other tags: what they say in the journal carries those, too. */
import type { Tx } from '@pacioli/db'
import type { Asking } from '@pacioli/postings'
import type { ReceivableAccounts } from './receivable-accounts.ts'
import { findPaymentsOnInvoices, loadInvoicePayments, lockInvoicePayments } from './invoice-payment.store.ts'
import type { InvoicePayment, InvoicePaymentChange } from './invoice-payment.ts'
import { retaggedPayment } from './retag-payment.ts'
import { askForPayments, askForPayoutsOf, askForRefunds } from './ask-for-documents.ts'
import { nextVersion } from './next-version.ts'
import { findInvoicesOfRefunds, findRefundsOnInvoices, loadRefunds, lockRefunds } from './refund.store.ts'
import type { Refund, RefundChange } from './refund.ts'
import { retaggedRefund } from './retag-refund.ts'
import { askForInvoices } from './ask-for-invoices.ts'
import { loadInvoices } from './invoice.store.ts'
import type { Invoice } from './invoice.ts'

const idsOf = (documents: readonly { id: string }[]): string[] => documents.map(({ id }) => id)

/**
 * Asks for all that entries of payments and refunds on these invoices, and of the payouts of those, are posted with, be it for
 * other invoices, but for the tags of these invoices and of their line items: who calls knows which of those stay.
 * @param fieldOf where the request names the invoice
 */
export async function askForWhatIsOn(
  tx: Tx,
  asking: Asking,
  businessId: string,
  invoices: readonly Invoice[],
  fieldOf: (id: string) => string,
): Promise<void> {
  const ids = idsOf(invoices)
  const named = new Set(ids)
  const payments = await loadInvoicePayments(tx, businessId, await findPaymentsOnInvoices(tx, businessId, ids))
  const refunds = await loadRefunds(tx, businessId, await findRefundsOnInvoices(tx, businessId, ids))
  const fieldsOf = (invoiceIds: readonly (string | null)[]): string[] =>
    [...new Set(invoiceIds)].flatMap((id) => (id !== null && named.has(id) ? [fieldOf(id)] : []))
  const ofPayment = ({ allocations }: InvoicePayment) => fieldsOf(allocations.map(({ invoiceId }) => invoiceId))
  const ofRefund = ({ allocations }: Refund) =>
    fieldsOf(allocations.flatMap(({ parts }) => parts.map(({ invoiceId }) => invoiceId)))
  const others = await loadOthersOf(tx, businessId, refunds, named)
  const [first] = invoices
  await askForInvoices(tx, asking, businessId, others, () => fieldOf(first?.id ?? ''))
  await askForPayments(tx, asking, businessId, payments, ofPayment, { isAnew: (id) => named.has(id ?? '') })
  await askForRefunds(tx, asking, businessId, refunds, ofRefund, { isAnew: () => true })
  await askForPayoutsOf(tx, asking, businessId, { payments, refunds }, { ofPayment, ofRefund })
}

/** Other invoices that these refunds have something on. */
async function loadOthersOf(
  tx: Tx,
  businessId: string,
  refunds: readonly Refund[],
  known: ReadonlySet<string>,
): Promise<Invoice[]> {
  const ids = await findInvoicesOfRefunds(tx, businessId, idsOf(refunds))
  return loadInvoices(
    tx,
    businessId,
    ids.filter((id) => !known.has(id)),
  )
}

/**
 * The payments and refunds on these invoices, held, under the tags that the invoices carry now; those that say the same are
 * left out. Who calls holds the invoices.
 */
export async function retagWhatIsOn(
  tx: Tx,
  businessId: string,
  invoices: readonly Invoice[],
  accounts: ReceivableAccounts,
  now: Date,
): Promise<{ payments: InvoicePaymentChange[]; refunds: RefundChange[] }> {
  const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
  const ids = [...byId.keys()]
  const payments = await lockInvoicePayments(tx, businessId, await findPaymentsOnInvoices(tx, businessId, ids))
  const refunds = await lockRefunds(tx, businessId, await findRefundsOnInvoices(tx, businessId, ids))
  // Not held: who changes their tags holds these refunds, and does them after us.
  const others = await loadOthersOf(tx, businessId, [...refunds.values()], new Set(ids))
  const all = new Map([...others.map((invoice): [string, Invoice] => [invoice.id, invoice]), ...byId])
  return {
    payments: [...payments.values()].flatMap((before) => {
      const after = retaggedPayment(before, byId, accounts)
      return after === before ? [] : [{ before, after: { ...after, version: before.version + 1, updatedAt: now } }]
    }),
    refunds: [...refunds.values()].flatMap((before) => {
      const after = nextVersion(before, retaggedRefund(before, all, accounts), now)
      return after === before ? [] : [{ before, after }]
    }),
  }
}
