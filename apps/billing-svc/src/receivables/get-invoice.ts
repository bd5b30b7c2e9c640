import type { Tx } from '@pacioli/db'
import { meetBusiness } from '@pacioli/ledger-facts'
import type { InvoiceAnswer } from '@pacioli/protos/billing'
import { isUuid, type BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { loadInvoices } from './invoice.store.ts'
import { invoiceNotFound, type Invoice } from './invoice.ts'
import { presentInvoices } from './present-invoices.ts'

/** An invoice, voided or not. @throws InvoiceNotFound, BusinessNotFound */
export async function getInvoice(billing: Billing, context: BusinessRead, invoiceId: string): Promise<InvoiceAnswer> {
  const { id: businessId } = await meetBusiness(billing, context)
  return billing.db.transact(context, async (tx) => {
    const invoice = await requireInvoice(tx, businessId, invoiceId)
    return { data: (await presentInvoices(tx, businessId, [invoice]))[0], created: false }
  })
}

/** Nothing is held. @throws InvoiceNotFound */
export async function requireInvoice(tx: Tx, businessId: string, invoiceId: string): Promise<Invoice> {
  const [invoice] = isUuid(invoiceId) ? await loadInvoices(tx, businessId, [invoiceId.toLowerCase()]) : []
  if (!invoice) throw invoiceNotFound(invoiceId)
  return invoice
}
