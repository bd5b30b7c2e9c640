/** Retags invoice payments. Pure. */
import { retaggedPayment as retagged } from '../allocations/retag-payment.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import { recognizableInvoice } from './invoice.postings.ts'
import type { Invoice } from './invoice.ts'
import type { ReceivableAccounts } from './receivable-accounts.ts'

/**
 * The payment with its allocations' shares and posted tags brought in line with the current tags of these invoices, the
 * allocations and the payment; allocations to other invoices stay as they are. The same object where nothing changes.
 */
export const retaggedPayment = (
  payment: InvoicePayment,
  invoices: ReadonlyMap<string, Invoice>,
  accounts: ReceivableAccounts,
): InvoicePayment =>
  retagged(payment, ({ documentId }) => {
    const invoice = invoices.get(documentId)
    return invoice && recognizableInvoice(invoice, accounts)
  })
