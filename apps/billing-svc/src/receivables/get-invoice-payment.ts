import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { meetBusiness } from '@pacioli/ledger-facts'
import type { InvoicePaymentAnswer } from '@pacioli/protos/billing'
import { isUuid, type BusinessRead } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { loadInvoicePayments } from './invoice-payment.store.ts'
import type { InvoicePayment } from './invoice-payment.ts'
import { presentInvoicePayments } from './present-invoice-payments.ts'

/** A payment with its allocations. @throws InvoicePaymentNotFound, BusinessNotFound */
export async function getInvoicePayment(
  billing: Billing,
  context: BusinessRead,
  paymentId: string,
): Promise<InvoicePaymentAnswer> {
  const { id: businessId } = await meetBusiness(billing, context)
  return billing.db.transact(context, async (tx) => {
    const payment = await requireInvoicePayment(tx, businessId, paymentId)
    return { data: (await presentInvoicePayments(tx, businessId, [payment]))[0], created: false }
  })
}

/** Nothing is held. @throws InvoicePaymentNotFound */
export async function requireInvoicePayment(tx: Tx, businessId: string, paymentId: string): Promise<InvoicePayment> {
  const [payment] = isUuid(paymentId) ? await loadInvoicePayments(tx, businessId, [paymentId.toLowerCase()]) : []
  if (!payment) throw invoicePaymentNotFound(paymentId)
  return payment
}

export const invoicePaymentNotFound = (value: string, field = 'paymentId') =>
  refused('InvoicePaymentNotFound', `The business has no invoice payment ${value}.`, { field, value })
