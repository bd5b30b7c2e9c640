/** Where a request that makes invoices has what goes wrong when they are written. Pure. */
import { sourceOfInvoicePayment } from '../receivables/invoice-payment.postings.ts'
import type { Recording } from '../receivables/record-receivables.ts'
import { sourceOfRefund, sourceOfRefundPayment } from '../receivables/refund.postings.ts'
import { sourceOfInvoice } from '../receivables/invoice.postings.ts'
import type { OpenedInvoice } from './open-invoice.ts'
import type { WantedInvoice } from './wanted-invoice.ts'

/** Entries are told by the invoice that brought them, and credits by the first payment out of a customer's. */
export function creationFields(opened: readonly (OpenedInvoice & { wanted: WantedInvoice })[]): Recording {
  const fields = new Map<string, string>()
  const ofCustomers = new Map<string, string>()
  for (const { invoice, payments, refunds, wanted } of opened) {
    const sources = [
      sourceOfInvoice(invoice),
      ...payments.map(sourceOfInvoicePayment),
      ...refunds.flatMap((refund) => [sourceOfRefund(refund), ...refund.payments.map(sourceOfRefundPayment)]),
    ]
    if (wanted.field !== '')
      for (const { type, id } of sources) fields.set(`${type} ${id}`, `${wanted.field}line_items`)
    const spending = wanted.payments.find(({ method }) => method === 'CREDIT_BALANCE')
    if (spending && !ofCustomers.has(invoice.customerId)) ofCustomers.set(invoice.customerId, `${spending.field}amount`)
  }
  return {
    fieldOf: ({ type, id }) => fields.get(`${type} ${id}`),
    creditFieldOf: (customerId) => ofCustomers.get(customerId) ?? 'payments',
  }
}
