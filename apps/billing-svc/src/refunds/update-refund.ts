import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { AskAgain, Asking, decideOnce, type Books, type Source } from '@pacioli/postings'
import type { RefundAnswer, UpdateRefundRequest__Output } from '@pacioli/protos/billing'
import { isUuid, type BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { findMatches, type DocumentMatch } from '../matches/document-match.ts'
import { askForReceivableAccounts } from '../receivables/receivable-accounts.ts'
import { askTags } from '../tags/tag-inputs.ts'
import { loadInvoicePayments } from '../receivables/invoice-payment.store.ts'
import { askForInvoices } from '../receivables/ask-for-invoices.ts'
import { loadInvoices } from '../receivables/invoice.store.ts'
import { askForPayoutsOf, askForRefunds } from '../receivables/ask-for-documents.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { answeredRefund } from './create-refund.ts'
import {
  changesOf,
  holdTargets,
  refundableOf,
  requireStanding,
  type HeldTargets,
} from '../receivables/hold-refundable.ts'
import { askForAllocation, askForRefundPayment } from '../receivables/open-refund.ts'
import { findRefundPaymentOwners } from '../receivables/refund-payment.store.ts'
import { findRefundTargets } from './refund-targets.ts'
import { findRefundIds, loadRefunds, lockRefunds } from '../receivables/refund.store.ts'
import { livePayments, refundNotFound, type Refund } from '../receivables/refund.ts'
import { updatedRefund } from './updated-refund.ts'
import { mayPost, wantedUpdate, type WantedUpdate } from './wanted-update.ts'
import { refuseTakenPayments } from '../receivables/wanted-to-refund.ts'

type Answer = Pick<RefundAnswer, 'data' | 'created'>

type Update = {
  id: string
  wanted: WantedUpdate
  /** Of its payments, by id: what is matched moves no money. */
  matches: ReadonlyMap<string, DocumentMatch>
}

/**
 * Changes a refund (endpoint 9): what is given replaces what is there, lists as a whole. What it says in the journal, and what
 * its payments say, is posted anew where it is others.
 * @throws RefundNotFound, InvalidPayload, InvoiceNotFound, InvoicePaymentNotFound, InvoiceVoided, CustomerNotFound,
 *   CustomerMismatch, OverRefunded, AmountOutOfRange, OverAllocated where a customer has less credit than it takes,
 *   DocumentMatched, DuplicateExternalId, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived,
 *   DuplicateTagDimension, BalancingTagViolation, PeriodClosed, PostingFailed, TooManyAllocations, BusinessNotFound,
 *   BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function updateRefund(
  billing: Billing,
  request: BusinessWrite,
  input: UpdateRefundRequest__Output,
): Promise<RefundAnswer> {
  const business = await meetBusiness(billing, request)
  const wanted = wantedUpdate(input)
  const id = input.refund_id.toLowerCase()
  const seen = await billing.db.transact(request, (tx) => requireRefund(tx, business.id, id))
  const paidOut = wanted.payments ? livePayments(seen).map((payment) => payment.id) : []
  const update: Update = { id, wanted, matches: await findMatches(billing, request, paidOut) }
  const { data, posting } = await decideOnce<Answer>(billing, request, business, {
    ask: (tx) => askFor(tx, business.id, update),
    write: (tx, books) => write(tx, billing, business, books, update),
  })
  return { ...data, posting }
}

/** @throws RefundNotFound */
async function requireRefund(tx: Tx, businessId: string, id: string): Promise<Refund> {
  const [refund] = isUuid(id) ? await loadRefunds(tx, businessId, [id]) : []
  if (!refund) throw refundNotFound(id)
  return refund
}

/** What it hangs on now. */
const targetsOf = ({ allocations }: Refund) => {
  const parts = allocations.flatMap((allocation) => allocation.parts)
  return {
    invoiceIds: parts.flatMap(({ invoiceId }) => invoiceId ?? []),
    paymentIds: parts.flatMap(({ paymentId }) => paymentId ?? []),
  }
}

async function askFor(tx: Tx, businessId: string, { id, wanted }: Update): Promise<Asking> {
  const refund = await requireRefund(tx, businessId, id)
  const asking = new Asking()
  askForReceivableAccounts(asking)
  if (!mayPost(wanted)) return asking
  await askForRefunds(tx, asking, businessId, [refund], 'refundId')
  await askForPayoutsOf(tx, asking, businessId, { refunds: [refund] }, { ofRefund: 'refundId' })
  const there = await loadInvoices(tx, businessId, [...new Set(targetsOf(refund).invoiceIds)])
  const targets = wanted.allocations?.length
    ? await findRefundTargets(tx, businessId, wanted.allocations, refund.customerId)
    : undefined
  await askForInvoices(tx, asking, businessId, [...there, ...(targets?.invoices ?? [])], () => 'allocations')
  askTags(asking, wanted.tags ?? [], 'tags')
  for (const allocation of wanted.allocations ?? []) askForAllocation(asking, allocation)
  for (const payment of wanted.payments ?? []) askForRefundPayment(asking, payment)
  return asking
}

async function write(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  update: Update,
): Promise<{ data: Answer; sources: Source[] }> {
  const { wanted } = update
  const seen = await requireRefund(tx, business.id, update.id)
  const targets = wanted.allocations?.length
    ? await findRefundTargets(tx, business.id, wanted.allocations, seen.customerId)
    : undefined
  const there = targetsOf(seen)
  const held = await holdTargets(
    tx,
    business.id,
    await withInvoicesOfPayments(tx, business.id, {
      invoiceIds: [...there.invoiceIds, ...(targets?.invoices.map(({ id }) => id) ?? [])],
      paymentIds: [...there.paymentIds, ...(targets?.payments.map(({ id }) => id) ?? [])],
    }),
  )
  const before = (await lockRefunds(tx, business.id, [update.id])).get(update.id)
  if (!before) throw refundNotFound(update.id)
  requireHeld(targetsOf(before), held)
  requireStanding(targets?.hanging ?? [], held)
  await refuseTaken(tx, business.id, before, wanted)
  const now = billing.now()
  const refundable = refundableOf(held)
  const facts = {
    books,
    newId: billing.newId,
    now,
    invoices: held.invoices,
    hanging: targets?.hanging ?? [],
    refundable,
  }
  const after = updatedRefund(before, wanted, update.matches, facts)
  const change = { ...changesOf(held, refundable, now), refunds: [{ before, after }] }
  const sources = await recordReceivables(tx, billing, business, books, after === before ? {} : change, {
    creditFieldOf: () => (wanted.allocations ? 'allocations' : 'payments'),
  })
  return answeredRefund(tx, after, sources, false)
}

/** Another update may have made it hang on something else meanwhile. @throws AskAgain */
function requireHeld(
  { invoiceIds, paymentIds }: ReturnType<typeof targetsOf>,
  { invoices, payments }: HeldTargets,
): void {
  if (invoiceIds.some((id) => !invoices.has(id)) || paymentIds.some((id) => !payments.has(id))) throw new AskAgain()
}

/** A payment is held with all that it paid. */
async function withInvoicesOfPayments(
  tx: Tx,
  businessId: string,
  { invoiceIds, paymentIds }: { invoiceIds: string[]; paymentIds: string[] },
): Promise<{ invoiceIds: string[]; paymentIds: string[] }> {
  const payments = await loadInvoicePayments(tx, businessId, [...new Set(paymentIds)])
  const paid = payments.flatMap(({ allocations }) => allocations.map(({ invoiceId }) => invoiceId))
  return { invoiceIds: [...invoiceIds, ...paid], paymentIds }
}

/** @throws DuplicateExternalId */
async function refuseTaken(tx: Tx, businessId: string, refund: Refund, wanted: WantedUpdate): Promise<void> {
  const { externalId } = wanted
  const owner = externalId ? (await findRefundIds(tx, businessId, [externalId])).get(externalId) : undefined
  if (owner !== undefined && owner !== refund.id)
    throw refused('DuplicateExternalId', `Another refund of the business has the external_id ${externalId}.`, {
      field: 'external_id',
      value: externalId,
    })
  const payments = wanted.payments ?? []
  const owners = await findRefundPaymentOwners(
    tx,
    businessId,
    payments.flatMap((payment) => payment.externalId ?? []),
  )
  refuseTakenPayments(payments, owners, refund.id)
}
