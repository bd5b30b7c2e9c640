import { refuseOtherForm, type Forms, type Named } from '../requests/repeats.ts'
import type { Tx } from '@pacioli/db'
import { collectProblems, Problems } from '@pacioli/errors'
import { meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { AskAgain, Asking, decideOnce, type Books, type Source } from '@pacioli/postings'
import type { RefundAnswer, RefundInput__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { holdCustomers } from '../contacts/customer.store.ts'
import { requireActive, type Customer } from '../contacts/customer.ts'
import { customerField, makeCustomersOnTheWay, type MeantCustomer } from '../contacts/named-customers.ts'
import { askForReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import { askTags } from '../tags/tag-inputs.ts'
import { askForInvoices } from '../receivables/ask-for-invoices.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { changesOf, holdTargets, refundableOf, requireStanding } from '../receivables/hold-refundable.ts'
import { askForAllocation, askForRefundPayment, newRefund, refundTags } from '../receivables/open-refund.ts'
import { paidOutAnew } from '../receivables/pay-out-refund.ts'
import { presentRefunds } from '../receivables/present-refunds.ts'
import { findRefundPaymentOwners } from '../receivables/refund-payment.store.ts'
import { findRefundTargets, type RefundTargets } from './refund-targets.ts'
import { sourceOfRefund, sourceOfRefundPayment } from '../receivables/refund.postings.ts'
import { findRefundIds, loadRefunds } from '../receivables/refund.store.ts'
import { issuedAtOf, livePayments, type Refund } from '../receivables/refund.ts'
import { issueAll, refuseTakenPayments, refundPayments } from '../receivables/wanted-to-refund.ts'
import { wantedRefund, type WantedRefund } from '../receivables/wanted-refund.ts'

type Answer = Pick<RefundAnswer, 'data' | 'created'>

/**
 * What a customer gets back, of whatever it hangs on, with what of it is paid out. The one that has the external_id already is
 * answered as it is. A customer whom nobody knows by the external_id is made: credit notes may come before invoices.
 * @throws InvalidPayload, CustomerNotFound, CustomerArchived, CustomerMismatch, InvoiceNotFound, InvoicePaymentNotFound,
 *   InvoiceVoided, OverRefunded, AmountOutOfRange, OverAllocated where it is more than the customer's credit,
 *   TooManyAllocations, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived, DuplicateTagDimension,
 *   BalancingTagViolation, DuplicateExternalId, PeriodClosed, BusinessNotFound, BusinessArchived, VersionConflict,
 *   ServiceUnavailable
 */
export async function createRefund(
  billing: Billing,
  request: BusinessWrite,
  input: RefundInput__Output,
): Promise<RefundAnswer> {
  const business = await meetBusiness(billing, request)
  const wanted = wantedRefund(input)
  const { data, posting } = await decideOnce<Answer>(billing, request, business, {
    ask: async (tx) => {
      const asking = new Asking()
      // Of a repeat nothing is asked that could be refused by now.
      if (await findEarlierRefund(tx, business.id, wanted)) return asking
      const targets = await findRefundTargets(tx, business.id, wanted.allocations)
      await askFor(tx, asking, business.id, wanted, targets)
      return asking
    },
    write: (tx, books) => write(tx, billing, business, books, wanted),
  })
  return { ...data, posting }
}

type Names = Named & { payments: readonly { externalId: string | null }[] }

/** With allocations, or as a refund of the one thing that it is given with. */
const FORMS: Forms = {
  isFirst: (asked) => 'allocations' in asked,
  common: ['completed_at', 'tags', 'memo', 'metadata', 'reference_number'],
}

/**
 * The one that has the external_id already; of a refund that has none, the one that all of its payments are of by their
 * external ids: these are idempotency keys, too.
 * @throws ExternalIdReused
 */
export async function findEarlierRefund(tx: Tx, businessId: string, wanted: Names): Promise<Refund | undefined> {
  const { externalId, payments } = wanted
  const id =
    externalId === null
      ? await findRefundOfPayments(tx, businessId, payments)
      : (await findRefundIds(tx, businessId, [externalId])).get(externalId)
  if (id === undefined) return undefined
  await refuseOtherForm(tx, 'refunds', businessId, id, wanted, FORMS)
  return (await loadRefunds(tx, businessId, [id]))[0]
}

async function findRefundOfPayments(
  tx: Tx,
  businessId: string,
  payments: Names['payments'],
): Promise<string | undefined> {
  const externalIds = payments.flatMap(({ externalId }) => externalId ?? [])
  if (payments.length === 0 || externalIds.length < payments.length) return undefined
  const owners = await findRefundPaymentOwners(tx, businessId, externalIds)
  const refundIds = new Set(externalIds.map((one) => owners.get(one)?.refundId))
  const [first] = refundIds
  return refundIds.size === 1 ? first : undefined
}

type Written = { data: Answer; sources: Source[] }

/** What the request is answered, be it new or a repeat. */
export const answeredRefund = async (
  tx: Tx,
  refund: Refund,
  sources: Source[],
  created: boolean,
): Promise<Written> => ({
  data: { data: (await presentRefunds(tx, refund.businessId, [refund]))[0], created },
  sources: [sourceOfRefund(refund), ...livePayments(refund).map(sourceOfRefundPayment), ...sources],
})

async function askFor(
  tx: Tx,
  asking: Asking,
  businessId: string,
  wanted: WantedRefund,
  { invoices }: RefundTargets,
): Promise<void> {
  askForReceivableAccounts(asking)
  askTags(asking, wanted.tags, 'tags')
  for (const allocation of wanted.allocations) askForAllocation(asking, allocation)
  for (const payment of wanted.payments) askForRefundPayment(asking, payment)
  await askForInvoices(tx, asking, businessId, invoices, () => 'allocations')
}

async function write(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  wanted: WantedRefund,
): Promise<Written> {
  // Before anything is looked up: what it hangs on may be void by now.
  const there = await findEarlierRefund(tx, business.id, wanted)
  if (there) return answeredRefund(tx, there, [], false)
  const targets = await findRefundTargets(tx, business.id, wanted.allocations)
  const customer = await holdCustomer(tx, billing, business.id, targets.customer)
  requireTaker(customer, wanted, targets)
  const held = await holdTargets(tx, business.id, {
    invoiceIds: targets.invoices.map(({ id }) => id),
    paymentIds: targets.payments.map(({ id }) => id),
  })
  // Who waited may have waited for the same request. It is looked for last: then it is found with its payments.
  const owners = await ownersOf(tx, business.id, wanted)
  const earlier = await findEarlierRefund(tx, business.id, wanted)
  if (earlier) return answeredRefund(tx, earlier, [], false)
  requireStanding(targets.hanging, held)
  refuseTakenPayments(wanted.payments, owners)
  const now = billing.now()
  const facts = { books, newId: billing.newId, now, accounts: receivableAccounts(books) }
  const problems = new Problems()
  const { externalId, asked, completedAt, memo, metadata, referenceNumber } = wanted
  const tags = refundTags(wanted, facts, problems)
  const customerId = customer.id
  const head = {
    businessId: business.id,
    customerId,
    externalId,
    asked,
    completedAt,
    memo,
    metadata,
    referenceNumber,
    tags,
  }
  const bare = newRefund({ ...head, id: billing.newId() }, now)
  collectProblems(problems, () => books.requireOpenAt(issuedAtOf(bare), 'completed_at'))
  const refundable = refundableOf(held)
  const allocations = issueAll(wanted.allocations, targets.hanging, { ...facts, refund: bare, refundable }, problems)
  const payments = refundPayments(wanted.payments, bare, facts, problems)
  problems.throwIfAny()
  const refund = paidOutAnew({ ...bare, allocations, payments })
  const sources = await recordReceivables(
    tx,
    billing,
    business,
    books,
    { ...changesOf(held, refundable, now), refunds: [{ before: null, after: refund }] },
    { creditFieldOf: () => 'allocations' },
  )
  return answeredRefund(tx, refund, sources, true)
}

const ownersOf = (tx: Tx, businessId: string, { payments }: WantedRefund) =>
  findRefundPaymentOwners(
    tx,
    businessId,
    payments.flatMap(({ externalId }) => externalId ?? []),
  )

/** Whose refund it is, held; made if nobody knows them. */
async function holdCustomer(tx: Tx, billing: Billing, businessId: string, meant: MeantCustomer): Promise<Customer> {
  const customer =
    meant.kind === 'known'
      ? (await holdCustomers(tx, businessId, [meant.customer.id])).get(meant.customer.id)
      : (await makeCustomersOnTheWay(tx, billing, businessId, [meant.externalId])).get(meant.externalId)
  if (!customer) throw new AskAgain()
  return customer
}

/** What an archived customer has paid can be refunded; they get no credit notes. @throws CustomerArchived */
function requireTaker(customer: Customer, { allocations }: WantedRefund, { hanging }: RefundTargets): void {
  for (const [index, { invoiceId, invoicePaymentId }] of hanging.entries()) {
    const allocation = allocations[index]
    if (allocation && invoiceId === null && invoicePaymentId === null)
      requireActive(customer, `${allocation.field}${customerField(allocation.customer)}`)
  }
}
