import { refuseOtherForm, type Forms, type Named } from '../requests/repeats.ts'
import type { Tx } from '@pacioli/db'
import { collectProblems, Problems, refused } from '@pacioli/errors'
import { meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { AskAgain, Asking, decideOnce, type Books, type Source } from '@pacioli/postings'
import type { InvoicePaymentAnswer, InvoicePaymentInput__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { loadCredits } from '../contacts/customer-credit.store.ts'
import { holdCustomers } from '../contacts/customer.store.ts'
import { requireActive, type Customer } from '../contacts/customer.ts'
import { customerField, findNamedCustomers } from '../contacts/named-customers.ts'
import { askForReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import { askTags, tagsFrom } from '../tags/tag-inputs.ts'
import { askForInvoices } from '../receivables/ask-for-invoices.ts'
import { canBePaid, pay, type HeldInvoice, type WantedPart } from '../receivables/held-invoice.ts'
import { lockInvoices } from '../receivables/invoice.store.ts'
import type { Invoice, InvoiceChange } from '../receivables/invoice.ts'
import { findNamedInvoices, invoiceFieldOf } from '../receivables/named-invoices.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { loadRecognisedOfInvoices } from '../receivables/invoice-allocation.store.ts'
import { sourceOfInvoicePayment } from '../receivables/invoice-payment.postings.ts'
import { findInvoicePaymentIds, loadInvoicePayments } from '../receivables/invoice-payment.store.ts'
import { restOf, type InvoicePayment } from '../receivables/invoice-payment.ts'
import { askForPayment, newPayment } from '../receivables/open-payment.ts'
import { presentInvoicePayments } from '../receivables/present-invoice-payments.ts'
import {
  wantedInvoicePayment,
  type WantedInvoiceAllocation,
  type WantedInvoicePayment,
} from '../receivables/wanted-payment.ts'

type Answer = Pick<InvoicePaymentAnswer, 'data' | 'created'>

/**
 * What a customer paid, over any number of their invoices; the rest is their credit. The one that has the external_id already
 * is answered as it is.
 * @throws InvalidPayload, CustomerNotFound, CustomerArchived, CustomerMismatch, InvoiceNotFound, InvoiceVoided, OverAllocated,
 *   TooManyAllocations, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived, DuplicateTagDimension,
 *   PeriodClosed, PayloadTooLarge, BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function createInvoicePayment(
  billing: Billing,
  request: BusinessWrite,
  input: InvoicePaymentInput__Output,
): Promise<InvoicePaymentAnswer> {
  const business = await meetBusiness(billing, request)
  const wanted = wantedInvoicePayment(input, billing.now())
  const { data, posting } = await decideOnce<Answer>(billing, request, business, {
    ask: async (tx) => {
      const asking = new Asking()
      // Of a repeat nothing is asked that could be refused by now.
      if (!(await findEarlierPayment(tx, business.id, wanted))) await askFor(tx, asking, business.id, wanted)
      return asking
    },
    write: (tx, books) => write(tx, billing, business, books, wanted),
  })
  return { ...data, posting }
}

/** Whose it is and where it goes is said by allocations, or by the invoice that it is given with. */
const PLACES = ['allocations', 'customer_id', 'customer_external_id']
const FORMS: Forms = {
  isFirst: (asked) => PLACES.some((name) => name in asked),
  common: [
    ...['paid_at', 'method', 'amount', 'fee', 'processor', 'payment_clearing_account_identifier'],
    ...['tags', 'memo', 'metadata', 'reference_number'],
  ],
}

/** The one that has the external_id already. @throws ExternalIdReused */
export async function findEarlierPayment(
  tx: Tx,
  businessId: string,
  wanted: Named,
): Promise<InvoicePayment | undefined> {
  const { externalId } = wanted
  if (externalId === null) return undefined
  const id = (await findInvoicePaymentIds(tx, businessId, [externalId])).get(externalId)
  if (id === undefined) return undefined
  await refuseOtherForm(tx, 'invoice_payments', businessId, id, wanted, FORMS)
  return (await loadInvoicePayments(tx, businessId, [id]))[0]
}

type Written = { data: Answer; sources: Source[] }

/** What the request is answered, be it new or a repeat. */
export const answeredPayment = async (
  tx: Tx,
  payment: InvoicePayment,
  sources: Source[],
  created: boolean,
): Promise<Written> => ({
  data: { data: (await presentInvoicePayments(tx, payment.businessId, [payment]))[0], created },
  sources: [sourceOfInvoicePayment(payment), ...sources],
})

async function askFor(tx: Tx, asking: Asking, businessId: string, wanted: WantedInvoicePayment): Promise<void> {
  const invoices = await requireInvoices(tx, businessId, wanted.allocations)
  requireTaker(await customerOf(tx, businessId, wanted, invoices), wanted)
  askForReceivableAccounts(asking)
  askForPayment(asking, wanted)
  for (const { tags, field } of wanted.allocations) askTags(asking, tags, `${field}tags`)
  await askForInvoices(tx, asking, businessId, invoices, (index) => fieldOf(wanted.allocations[index]))
}

const fieldOf = (allocation: WantedInvoiceAllocation | undefined): string =>
  allocation ? invoiceFieldOf(allocation.name, allocation.field) : ''

/**
 * The invoice of each, each once: what two allocations of one request would be for nobody could tell apart.
 * @throws InvoiceNotFound, InvalidPayload; naming each
 */
async function requireInvoices(
  tx: Tx,
  businessId: string,
  allocations: readonly WantedInvoiceAllocation[],
): Promise<Invoice[]> {
  const found = await findNamedInvoices(tx, businessId, allocations)
  const problems = new Problems()
  const seen = new Set<string>()
  const invoices = found.flatMap((invoice, index) => {
    const field = fieldOf(allocations[index])
    if (!invoice) {
      problems.add('InvalidPayload', 'Expected the invoice, by invoice_id or by invoice_external_id.', { field })
      return []
    }
    if (seen.has(invoice.id))
      problems.add(
        'InvalidPayload',
        'Each invoice comes once in a request; this one came before. Add the amounts up.',
        {
          field,
          value: invoice.id,
        },
      )
    seen.add(invoice.id)
    return [invoice]
  })
  problems.throwIfAny()
  return invoices
}

/** The customer that is named, else that of the invoices. @throws CustomerNotFound, InvalidPayload */
async function customerOf(
  tx: Tx,
  businessId: string,
  { customer: named }: WantedInvoicePayment,
  [first]: readonly Invoice[],
): Promise<Customer> {
  const isNamed = named.customer_id !== undefined || named.customer_external_id !== undefined
  const [meant] = await findNamedCustomers(tx, businessId, [
    isNamed || !first ? named : { customer_id: first.customerId },
  ])
  if (meant?.kind === 'known') return meant.customer
  const value = named.customer_external_id
  throw refused('CustomerNotFound', `The business has no customer ${value}.`, { field: 'customer_external_id', value })
}

/** What an archived customer owes can be paid; they pay nothing in advance. @throws CustomerArchived */
function requireTaker(customer: Customer, wanted: WantedInvoicePayment): void {
  if (wanted.allocations.length === 0) requireActive(customer, customerField(wanted.customer))
}

async function write(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  wanted: WantedInvoicePayment,
): Promise<Written> {
  const earlier = await findEarlierPayment(tx, business.id, wanted)
  if (earlier) return answeredPayment(tx, earlier, [], false)
  const named = await requireInvoices(tx, business.id, wanted.allocations)
  const { id: customerId } = await customerOf(tx, business.id, wanted, named)
  const customer = (await holdCustomers(tx, business.id, [customerId])).get(customerId)
  if (!customer) throw new AskAgain()
  requireTaker(customer, wanted)
  const held = await lockInvoices(
    tx,
    business.id,
    named.map(({ id }) => id),
  )
  // Who waited for the invoices may have waited for the same request.
  const meanwhile = held.size === 0 ? undefined : await findEarlierPayment(tx, business.id, wanted)
  if (meanwhile) return answeredPayment(tx, meanwhile, [], false)
  const recognised = await loadRecognisedOfInvoices(tx, business.id, [...held.keys()])
  const invoices = named.flatMap(({ id }): HeldInvoice[] => {
    const invoice = held.get(id)
    return invoice ? [{ invoice, recognised: recognised.get(id) ?? [] }] : []
  })
  const { payment, changes } = allocated(wanted, invoices, customerId, { billing, business, books })
  const sources = await recordReceivables(
    tx,
    billing,
    business,
    books,
    { invoices: changes, payments: [{ before: null, after: payment }] },
    { creditFieldOf: () => 'amount' },
  )
  await requireCreditForRest(tx, payment)
  return answeredPayment(tx, payment, sources, true)
}

/**
 * What is paid out of the credit and goes to no invoice is credit again, and must have been before: the credit is held, and
 * has the rest already. @throws OverAllocated
 */
async function requireCreditForRest(tx: Tx, payment: InvoicePayment): Promise<void> {
  const rest = restOf(payment)
  if (payment.method !== 'CREDIT_BALANCE' || rest === 0) return
  const { amount, customerId, businessId } = payment
  const credit = ((await loadCredits(tx, businessId, [customerId])).get(customerId) ?? 0) + amount - rest
  if (amount > credit)
    throw refused(
      'OverAllocated',
      `The customer ${customerId} has a credit of ${credit}; ${amount} would be paid of it.`,
      {
        field: 'amount',
        value: amount,
        customer_id: customerId,
        credit_balance: credit,
      },
    )
}

type Facts = { billing: Billing; business: KnownBusiness; books: Books }

/** @throws every problem at once */
function allocated(
  wanted: WantedInvoicePayment,
  invoices: readonly HeldInvoice[],
  customerId: string,
  { billing, business, books }: Facts,
): { payment: InvoicePayment; changes: InvoiceChange[] } {
  const problems = new Problems()
  const making = { newId: billing.newId, now: billing.now() }
  const facts = { ...making, accounts: receivableAccounts(books) }
  let payment = newPayment(wanted, { ...making, businessId: business.id, customerId, books }, problems)
  const parts = wanted.allocations.map((one): WantedPart => ({
    ...one,
    invoiceField: fieldOf(one),
    tags: collectProblems(problems, () => tagsFrom(one.tags, books, making, `${one.field}tags`)) ?? [],
  }))
  const payable = invoices.flatMap((held, index) => {
    const part = parts[index]
    return part && canBePaid(held, customerId, part, problems) ? [{ held, part }] : []
  })
  problems.throwIfAny()
  const changes = payable.map(({ held, part }): InvoiceChange => {
    const result = pay(held, payment, part, facts)
    payment = result.payment
    const before = held.invoice
    return {
      before,
      after: { ...result.held.invoice, version: before.version + 1, updatedAt: facts.now },
    }
  })
  return { payment, changes }
}
