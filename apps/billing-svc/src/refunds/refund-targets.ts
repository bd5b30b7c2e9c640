/** The targets of refund allocations, by the names of a request. */
import type { Tx } from '@pacioli/db'
import { collectProblems, Problems, refused } from '@pacioli/errors'
import { isUuid } from '@pacioli/rpc'
import { CUSTOMERS } from '../contacts/customer.ts'
import { findNamedContacts, type NamedContact } from '../contacts/named-contacts.ts'
import { loadInvoicePayments } from '../receivables/invoice-payment.store.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { findInvoicesOfLineItems, loadInvoices } from '../receivables/invoice.store.ts'
import type { Invoice } from '../receivables/invoice.ts'
import { requireLive } from '../documents/document-kind.ts'
import { INVOICE_PAYMENTS } from '../receivables/invoice-payment.kind.ts'
import { findReferenced, referenceField } from '../documents/references.ts'
import { INVOICE, INVOICE_PAYMENT } from '../receivables/named-invoices.ts'
import type { RefundTarget } from '../receivables/refund-sources.ts'
import type { RefundNames, RequestedRefundAllocation } from '../receivables/requested-refund.ts'

export type RefundTargets = {
  /** Of each allocation, in order. */
  targets: RefundTarget[]
  /** The customer of the targets, or whom the request names. */
  customer: NamedContact
  /** What has to be locked, as it was read. */
  invoices: Invoice[]
  payments: InvoicePayment[]
}

/**
 * Locks nothing.
 * @param contactId of an existing refund, which keeps its customer
 * @throws InvoiceNotFound, InvoicePaymentNotFound, InvoiceVoided, CustomerNotFound, CustomerMismatch, InvalidPayload; naming
 *   each
 */
export async function findRefundTargets(
  tx: Tx,
  allocations: readonly RequestedRefundAllocation[],
  contactId: string | null = null,
): Promise<RefundTargets> {
  const named = allocations.map(({ names, field }) => ({ name: names, field }))
  const payments = await findReferenced(tx, INVOICE_PAYMENT, named, loadInvoicePayments)
  const invoices = await findInvoices(tx, allocations)
  const problems = new Problems()
  const targets = allocations.map((one, index) => targetOf(one, invoices[index], payments[index], problems))
  problems.throwIfAny()
  const ofPayments = payments.flatMap((payment) => payment?.allocations.map(({ documentId }) => documentId) ?? [])
  const ofTargets = targets.flatMap(({ invoiceId }) => invoiceId ?? [])
  const all = await loadInvoices(tx, [...new Set([...ofPayments, ...ofTargets])])
  const customer = await customerOf(tx, allocations, { invoices, payments, contactId })
  return { targets, customer, invoices: all, payments: payments.filter((one) => one !== undefined) }
}

/** The invoice of each, also where only a line item is named by id; undefined where none is named. */
async function findInvoices(
  tx: Tx,
  allocations: readonly RequestedRefundAllocation[],
): Promise<(Invoice | undefined)[]> {
  const lineIds = allocations.flatMap(({ names }) => names.invoice_line_item_id?.toLowerCase() ?? []).filter(isUuid)
  const invoiceOfLine = await findInvoicesOfLineItems(tx, [...new Set(lineIds)])
  const named = allocations.map(({ names, field }) => ({ field, name: namedBy(names, invoiceOfLine) }))
  return findReferenced(tx, INVOICE, named, loadInvoices)
}

function namedBy(names: RefundNames, invoiceOfLine: ReadonlyMap<string, string>) {
  const { invoice_id, invoice_external_id, invoice_line_item_id } = names
  if (invoice_id !== undefined || invoice_external_id !== undefined) return { invoice_id, invoice_external_id }
  return { invoice_id: invoiceOfLine.get(invoice_line_item_id?.toLowerCase() ?? '') }
}

function targetOf(
  { names, field, source }: RequestedRefundAllocation,
  invoice: Invoice | undefined,
  payment: InvoicePayment | undefined,
  problems: Problems,
): RefundTarget {
  const invoiceLineItemId = lineOf(names, field, invoice, problems)
  const ofInvoice = { field: referenceField(INVOICE, { name: names, field }), value: invoice?.id }
  if (payment)
    collectProblems(
      problems,
      () => requireLive(INVOICE_PAYMENTS, payment),
      () => ({ field: `${field}invoice_payment_id`, value: payment.id }),
    )
  if (payment && invoiceLineItemId !== null)
    problems.add('InvalidPayload', 'A refund hangs on a payment or on a line item, and not on both.', {
      field: `${field}invoice_payment_id`,
      value: payment.id,
    })
  if (payment && invoice && !payment.allocations.some(({ documentId }) => documentId === invoice.id))
    problems.add('InvalidPayload', `The payment ${payment.id} did not pay the invoice ${invoice.id}.`, ofInvoice)
  if (invoice && invoice.voidedAt !== null)
    problems.add(
      'InvoiceVoided',
      `The invoice ${invoice.id} was voided: what was paid of it is the customer’s credit.`,
      ofInvoice,
    )
  return { invoiceId: invoice?.id ?? null, invoiceLineItemId, invoicePaymentId: payment?.id ?? null, source }
}

/** The line item of the invoice, by id, else by external_id; null where none is named. */
function lineOf(names: RefundNames, field: string, invoice: Invoice | undefined, problems: Problems): string | null {
  const { invoice_line_item_id: id, invoice_line_item_external_id: externalId } = names
  if (id === undefined && externalId === undefined) return null
  const line = invoice?.lineItems.find((one) =>
    id === undefined ? one.externalId === externalId : one.id === id.toLowerCase(),
  )
  if (line && (externalId === undefined || line.externalId === externalId)) return line.id
  problems.add(
    'InvalidPayload',
    invoice
      ? 'The invoice has no such line item.'
      : 'Expected a line item by its id, or by its external_id together with its invoice.',
    id === undefined
      ? { field: `${field}invoice_line_item_external_id`, value: externalId }
      : { field: `${field}invoice_line_item_id`, value: id },
  )
  return null
}

type OfCustomer = readonly ({ contactId: string } | undefined)[]

/** @throws CustomerNotFound, CustomerMismatch, InvalidPayload */
async function customerOf(
  tx: Tx,
  allocations: readonly RequestedRefundAllocation[],
  { invoices, payments, contactId }: { invoices: OfCustomer; payments: OfCustomer; contactId: string | null },
): Promise<NamedContact> {
  const owners = allocations.map((_, index) => invoices[index]?.contactId ?? payments[index]?.contactId)
  const fieldOf = (index: number): string => allocations[index]?.field ?? ''
  const references = allocations.map(({ customer }, index) => {
    const isNamed = customer.customer_id !== undefined || customer.customer_external_id !== undefined
    return isNamed ? customer : { customer_id: owners[index] ?? contactId ?? undefined }
  })
  const named = await findNamedContacts(tx, CUSTOMERS, references, fieldOf)
  const problems = new Problems()
  const whose = (one: NamedContact | undefined): string => (one?.contact ? one.contact.id : `new ${one?.newExternalId}`)
  const [first] = named
  const expected = contactId ?? whose(first)
  for (const [index, one] of named.entries())
    if (whose(one) !== expected || (owners[index] ?? whose(one)) !== whose(one))
      problems.add('CustomerMismatch', 'A refund is one customer’s, and so is all that it hangs on.', {
        field: `${fieldOf(index)}customer_id`,
        value: one.contact?.id ?? one.newExternalId,
      })
  problems.throwIfAny()
  if (!first)
    throw refused('InvalidPayload', 'Expected what is refunded: at least one allocation.', { field: 'allocations' })
  return first
}
