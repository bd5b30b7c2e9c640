/** Maps problems found while writing invoices to fields of the request. Pure. */
import { sourceOfInvoicePayment } from '../receivables/invoice-payment.postings.ts'
import type { RecordingReceivables } from '../receivables/record-receivables.ts'
import { sourceOfRefund, sourceOfRefundPayment } from '../receivables/refund.postings.ts'
import { sourceOfInvoice } from '../receivables/invoice.postings.ts'
import type { SettledInvoice } from '../receivables/settle-invoice.ts'
import type { RequestedInvoice } from './requested-invoice.ts'

/** An entry maps to its invoice, a credit to the first payment out of that customer's credit. */
export function fieldsOf(opened: readonly (SettledInvoice & { requested: RequestedInvoice })[]): RecordingReceivables {
  const fields = new Map<string, string>()
  const ofCustomers = new Map<string, string>()
  for (const { document: invoice, payments, refunds, requested } of opened) {
    const sources = [
      sourceOfInvoice(invoice),
      ...payments.map(sourceOfInvoicePayment),
      ...refunds.flatMap((refund) => [sourceOfRefund(refund), ...refund.payments.map(sourceOfRefundPayment)]),
    ]
    if (requested.field !== '')
      for (const { type, id } of sources) fields.set(`${type} ${id}`, `${requested.field}line_items`)
    const spending = requested.payments.find(({ method }) => method === 'CREDIT_BALANCE')
    if (spending && !ofCustomers.has(invoice.contactId)) ofCustomers.set(invoice.contactId, `${spending.field}amount`)
  }
  return {
    fieldOf: ({ type, id }) => fields.get(`${type} ${id}`),
    creditFieldOf: (contactId) => ofCustomers.get(contactId) ?? 'payments',
  }
}
