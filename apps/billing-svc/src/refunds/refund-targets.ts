/** What allocations of a refund hang on, by the names of a request. */
import type { Tx } from '@pacioli/db'
import { Problems, refused } from '@pacioli/errors'
import { isKeepable } from '@pacioli/paging'
import { isUuid } from '@pacioli/rpc'
import { findNamedCustomers, type MeantCustomer } from '../contacts/named-customers.ts'
import { findInvoicePaymentIds, loadInvoicePayments } from '../receivables/invoice-payment.store.ts'
import type { InvoicePayment } from '../receivables/invoice-payment.ts'
import { findInvoicesOfLineItems } from '../receivables/invoice-lines.store.ts'
import { loadInvoices } from '../receivables/invoice.store.ts'
import type { Invoice } from '../receivables/invoice.ts'
import { findNamedInvoices, invoiceFieldOf } from '../receivables/named-invoices.ts'
import type { Hanging } from '../receivables/refund-places.ts'
import type { RefundNames, WantedAllocationOfRefund } from '../receivables/wanted-refund.ts'

export type RefundTargets = {
  /** Of each allocation, in their order. */
  hanging: Hanging[]
  /** Whose refund it is: that of what it hangs on, or whom the request names. */
  customer: MeantCustomer
  /** Whatever has to be held, as it was read. */
  invoices: Invoice[]
  payments: InvoicePayment[]
}

/**
 * Reads and holds nothing.
 * @param customerId of a refund that there is: it stays with its customer
 * @throws InvoiceNotFound, InvoicePaymentNotFound, InvoiceVoided, CustomerNotFound, CustomerMismatch, InvalidPayload; naming each
 */
export async function findRefundTargets(
  tx: Tx,
  businessId: string,
  allocations: readonly WantedAllocationOfRefund[],
  customerId: string | null = null,
): Promise<RefundTargets> {
  const payments = await findNamedPayments(tx, businessId, allocations)
  const invoices = await findInvoices(tx, businessId, allocations)
  const problems = new Problems()
  const hanging = allocations.map((one, index) => hangingOf(one, invoices[index], payments[index], problems))
  problems.throwIfAny()
  const ofPayments = payments.flatMap((payment) => payment?.allocations.map(({ invoiceId }) => invoiceId) ?? [])
  const all = await loadInvoices(tx, businessId, [
    ...new Set([...ofPayments, ...hanging.flatMap(({ invoiceId }) => invoiceId ?? [])]),
  ])
  const customer = await customerOf(tx, businessId, allocations, { invoices, payments, customerId })
  return { hanging, customer, invoices: all, payments: payments.filter((one) => one !== undefined) }
}

/** The payment of each; undefined where none is named. @throws InvoicePaymentNotFound, InvalidPayload; naming each */
async function findNamedPayments(
  tx: Tx,
  businessId: string,
  allocations: readonly WantedAllocationOfRefund[],
): Promise<(InvoicePayment | undefined)[]> {
  const names = allocations.map((one) => one.names)
  const externalIds = names.flatMap(({ invoice_payment_external_id: id }) =>
    id !== undefined && isKeepable(id) ? [id] : [],
  )
  const idOf = await findInvoicePaymentIds(tx, businessId, [...new Set(externalIds)])
  const ids = names.flatMap(({ invoice_payment_id: id }) => (id !== undefined && isUuid(id) ? [id.toLowerCase()] : []))
  const payments = await loadInvoicePayments(tx, businessId, [...new Set([...ids, ...idOf.values()])])
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  const problems = new Problems()
  const found = allocations.map(({ names: { invoice_payment_id, invoice_payment_external_id }, field }) => {
    const payment = invoice_payment_id === undefined ? undefined : byId.get(invoice_payment_id.toLowerCase())
    const other =
      invoice_payment_external_id === undefined ? undefined : byId.get(idOf.get(invoice_payment_external_id) ?? '')
    const missing = (name: string, value: string): void =>
      problems.add('InvoicePaymentNotFound', `The business has no invoice payment ${value}.`, {
        field: `${field}${name}`,
        value,
      })
    if (invoice_payment_id !== undefined && !payment) missing('invoice_payment_id', invoice_payment_id)
    if (invoice_payment_external_id !== undefined && !other)
      missing('invoice_payment_external_id', invoice_payment_external_id)
    if (payment && other && payment.id !== other.id)
      problems.add('InvalidPayload', 'The two names are of different payments. Give one of them.', {
        field: `${field}invoice_payment_external_id`,
        value: invoice_payment_external_id,
      })
    return payment ?? other
  })
  problems.throwIfAny()
  return found
}

/** The invoice of each, also of a line item that is named by its id alone; undefined where none is named. */
async function findInvoices(
  tx: Tx,
  businessId: string,
  allocations: readonly WantedAllocationOfRefund[],
): Promise<(Invoice | undefined)[]> {
  const lineIds = allocations.flatMap(({ names: { invoice_line_item_id: id } }) =>
    id !== undefined && isUuid(id) ? [id.toLowerCase()] : [],
  )
  const invoiceOfLine = await findInvoicesOfLineItems(tx, businessId, [...new Set(lineIds)])
  return findNamedInvoices(
    tx,
    businessId,
    allocations.map(({ names, field }) => ({ field, name: namedBy(names, invoiceOfLine) })),
  )
}

function namedBy(names: RefundNames, invoiceOfLine: ReadonlyMap<string, string>) {
  const { invoice_id, invoice_external_id, invoice_line_item_id } = names
  if (invoice_id !== undefined || invoice_external_id !== undefined) return { invoice_id, invoice_external_id }
  return { invoice_id: invoiceOfLine.get(invoice_line_item_id?.toLowerCase() ?? '') }
}

function hangingOf(
  { names, field }: WantedAllocationOfRefund,
  invoice: Invoice | undefined,
  payment: InvoicePayment | undefined,
  problems: Problems,
): Hanging {
  const invoiceLineItemId = lineOf(names, field, invoice, problems)
  const invoiceField = invoiceFieldOf(names, field)
  if (payment && invoiceLineItemId !== null)
    problems.add('InvalidPayload', 'A refund hangs on a payment or on a line item, and not on both.', {
      field: `${field}invoice_payment_id`,
      value: payment.id,
    })
  if (payment && invoice && !payment.allocations.some(({ invoiceId }) => invoiceId === invoice.id))
    problems.add('InvalidPayload', `The payment ${payment.id} did not pay the invoice ${invoice.id}.`, {
      field: invoiceField,
      value: invoice.id,
    })
  if (invoice && invoice.voidedAt !== null)
    problems.add(
      'InvoiceVoided',
      `The invoice ${invoice.id} was voided: what was paid of it is the customer’s credit.`,
      {
        field: invoiceField,
        value: invoice.id,
      },
    )
  return { invoiceId: invoice?.id ?? null, invoiceLineItemId, invoicePaymentId: payment?.id ?? null }
}

/** The line item of the invoice that is named, by id or else by external_id; null where none is. */
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

type Known = {
  invoices: readonly (Invoice | undefined)[]
  payments: readonly (InvoicePayment | undefined)[]
  customerId: string | null
}

/** @throws CustomerNotFound, CustomerMismatch, InvalidPayload */
async function customerOf(
  tx: Tx,
  businessId: string,
  allocations: readonly WantedAllocationOfRefund[],
  { invoices, payments, customerId }: Known,
): Promise<MeantCustomer> {
  const asked = allocations.map(({ customer, field }, index) => {
    const hangsOn = invoices[index]?.customerId ?? payments[index]?.customerId ?? null
    const isNamed = customer.customer_id !== undefined || customer.customer_external_id !== undefined
    return { hangsOn, field, named: isNamed ? customer : { customer_id: hangsOn ?? customerId ?? undefined } }
  })
  const meant = await findNamedCustomers(
    tx,
    businessId,
    asked.map(({ named }) => named),
    (index) => asked[index]?.field ?? '',
  )
  const problems = new Problems()
  const whose = (one: MeantCustomer | undefined): string =>
    one?.kind === 'known' ? one.customer.id : `new ${one?.externalId}`
  const [first] = meant
  const expected = customerId ?? whose(first)
  for (const [index, one] of meant.entries()) {
    const { hangsOn, field = '' } = asked[index] ?? {}
    const isOther = whose(one) !== expected || (typeof hangsOn === 'string' && hangsOn !== whose(one))
    if (isOther)
      problems.add('CustomerMismatch', 'A refund is one customer’s, and so is all that it hangs on.', {
        field: `${field}customer_id`,
        value: one.kind === 'known' ? one.customer.id : one.externalId,
      })
  }
  problems.throwIfAny()
  if (!first)
    throw refused('InvalidPayload', 'Expected what is refunded: at least one allocation.', { field: 'allocations' })
  return first
}
