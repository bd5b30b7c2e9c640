import { dayOf } from '@pacioli/calendar'
import type { Tx } from '@pacioli/db'
import { Problems, refused } from '@pacioli/errors'
import { RetryDecision } from '@pacioli/postings'
import type { InvoicePaymentAnswer, InvoicePaymentInput__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { lockContactsShared } from '../contacts/contact.store.ts'
import { requireActive, type Contact } from '../contacts/contact.ts'
import { loadCreditSince } from '../contacts/customer-credit.store.ts'
import { spendableOn } from '../contacts/customer-credit.ts'
import { CUSTOMERS } from '../contacts/customer.ts'
import { findNamedContacts } from '../contacts/named-contacts.ts'
import { createDocument, findByExternalId, type Deciding, type Facts } from '../document-writes/create-document.ts'
import { added, inNextVersion } from '../document-writes/document-changes.ts'
import type { Update } from '../documents/document-kind.ts'
import { referenceField, requireReferenced } from '../documents/references.ts'
import { canBePaid, pay, type LockedInvoice } from '../receivables/allocate-to-invoices.ts'
import { prefetchInvoices } from '../receivables/prefetch-invoices.ts'
import { INVOICE_PAYMENTS } from '../receivables/invoice-payment.kind.ts'
import { restOf, type InvoicePayment } from '../receivables/invoice-payment.ts'
import { loadInvoices } from '../receivables/invoice.store.ts'
import type { Invoice } from '../receivables/invoice.ts'
import { INVOICE } from '../receivables/named-invoices.ts'
import { prefetchPayment, newPayment } from '../receivables/dedicated-payments.ts'
import { prefetchReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import {
  requestedInvoicePayment,
  type RequestedInvoiceAllocation,
  type RequestedInvoicePayment,
} from '../receivables/requested-payment.ts'
import { lockWithRecognized } from '../receivables/invoice-of-request.ts'
import type { Forms } from '../requests/repeats.ts'
import { resolveTags } from '../posting/resolve-names.ts'
import { prefetchTags } from '../tags/tag-inputs.ts'

/** Fields that name the customer and the invoices; a payment of one invoice has none of them. */
const PLACES = ['allocations', 'customer_id', 'customer_external_id']
export const PAYMENT_FORMS: Forms = {
  isFirst: (asked) => PLACES.some((name) => name in asked),
  common: [
    ...['paid_at', 'method', 'amount', 'fee', 'processor', 'payment_clearing_account_identifier'],
    ...['tags', 'memo', 'metadata', 'reference_number'],
  ],
}

/**
 * A payment of a customer, allocated to any number of their invoices; the remainder is their credit. If the external_id
 * exists, that document is returned as it is.
 * @throws InvalidPayload, CustomerNotFound, CustomerArchived, CustomerMismatch, InvoiceNotFound, InvoiceVoided,
 *   OverAllocated, TooManyAllocations, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived,
 *   DuplicateTagDimension, PeriodClosed, PayloadTooLarge, and what `createDocument` throws
 */
export function createInvoicePayment(
  billing: Billing,
  request: BusinessWrite,
  input: InvoicePaymentInput__Output,
): Promise<InvoicePaymentAnswer> {
  const requested = requestedInvoicePayment(input, billing.now())
  return createDocument(billing, request, {
    kind: INVOICE_PAYMENTS,
    findEarlier: (tx) => findByExternalId(tx, INVOICE_PAYMENTS, requested, PAYMENT_FORMS),
    find: async (tx) => {
      const invoices = await requireReferenced(tx, INVOICE, requested.allocations, loadInvoices)
      return { invoices, contactId: await payerOf(tx, requested, invoices) }
    },
    prefetch: async (tx, asking, { invoices }) => {
      prefetchReceivableAccounts(asking)
      prefetchPayment(asking, requested)
      for (const { tags, field } of requested.allocations) prefetchTags(asking, tags, `${field}tags`)
      await prefetchInvoices(tx, asking, invoices, (index) => fieldOf(requested.allocations[index]))
    },
    lock: async (deciding, { invoices: named, contactId }) => {
      const { tx } = deciding
      const ids = named.map(({ id }) => id)
      const [customers, locked] = await Promise.all([
        lockContactsShared(tx, CUSTOMERS, [contactId]),
        lockWithRecognized(tx, ids),
      ])
      const customer = customers.get(contactId)
      if (!customer) throw new RetryDecision()
      requirePayer(customer, requested)
      return async (facts) => {
        const { payment, invoices } = allocated(requested, contactId, locked, facts)
        const change = { invoices, payments: added([payment]) }
        const sources = await recordReceivables(deciding, change, { creditFieldOf: () => 'amount' })
        await requireCreditForRest(deciding, payment)
        return { after: payment, sources }
      }
    },
  })
}

const fieldOf = (allocation: RequestedInvoiceAllocation | undefined): string =>
  allocation ? referenceField(INVOICE, allocation) : ''

/** The id of the named customer, else of that of the invoices. @throws CustomerNotFound, CustomerArchived, InvalidPayload */
async function payerOf(tx: Tx, requested: RequestedInvoicePayment, [first]: readonly Invoice[]): Promise<string> {
  const { customer: named } = requested
  const isNamed = named.customer_id !== undefined || named.customer_external_id !== undefined
  if (!isNamed && first) return first.contactId
  const [found] = await findNamedContacts(tx, CUSTOMERS, [named])
  if (found?.contact) {
    requirePayer(found.contact, requested)
    return found.contact.id
  }
  const value = named.customer_external_id
  throw refused('CustomerNotFound', `The business has no customer ${value}.`, { field: 'customer_external_id', value })
}

/** An archived customer's invoices can be paid; they pay nothing in advance. @throws CustomerArchived */
function requirePayer(customer: Contact, { allocations, customer: named }: RequestedInvoicePayment): void {
  if (allocations.length === 0) requireActive(CUSTOMERS, customer, named)
}

/**
 * A payment out of the credit may exceed its allocations only by credit that existed before: the locked credit already
 * includes the remainder. @throws OverAllocated
 */
async function requireCreditForRest({ tx, business }: Deciding, payment: InvoicePayment): Promise<void> {
  const rest = restOf(payment)
  if (payment.method !== 'CREDIT_BALANCE' || rest === 0) return
  const { amount, contactId, paidAt } = payment
  const day = dayOf(paidAt, business.timeZone)
  const spendable = spendableOn(day, await loadCreditSince(tx, contactId, day)) + amount - rest
  if (amount > spendable)
    throw refused(
      'OverAllocated',
      `The customer ${contactId} can spend ${spendable} of their credit; ${amount} would be paid of it.`,
      { field: 'amount', value: amount, customer_id: contactId, spendable_credit: spendable },
    )
}

/** @throws every problem at once */
function allocated(
  requested: RequestedInvoicePayment,
  contactId: string,
  locked: readonly LockedInvoice[],
  facts: Facts,
): { payment: InvoicePayment; invoices: Update<Invoice>[] } {
  const problems = new Problems()
  const { customer: _customer, allocations, ...head } = requested
  let payment = newPayment(head, contactId, facts, problems)
  const parts = allocations.map((one) => ({
    ...one,
    invoiceField: fieldOf(one),
    tags: resolveTags(one, facts, problems),
  }))
  const payable = locked.flatMap((invoice, index) => {
    const part = parts[index]
    return part && canBePaid(invoice, contactId, part, problems) ? [{ invoice, part }] : []
  })
  problems.throwIfAny()
  const accounts = receivableAccounts(facts.books)
  const invoices = payable.map(({ invoice, part }) => {
    const result = pay(invoice, payment, part, { accounts, ...facts })
    payment = result.payment
    return inNextVersion(invoice.invoice, result.locked.invoice, facts.now)
  })
  return { payment, invoices }
}
