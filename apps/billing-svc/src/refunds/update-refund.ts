import type { Tx } from '@pacioli/db'
import { requireBusiness } from '@pacioli/ledger-facts'
import { RetryDecision, type LedgerPrefetch, type Source } from '@pacioli/postings'
import type { RefundAnswer, UpdateRefundRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { alterDocument, factsOf, type Deciding } from '../document-writes/create-document.ts'
import { lockDocument } from '../document-writes/document-changes.ts'
import { requireDocument } from '../documents/document-kind.ts'
import { refuseTaken } from '../documents/document.store.ts'
import { findMatches, type DocumentMatch } from '../matches/document-match.ts'
import { prefetchReposted } from '../receivables/prefetch-documents.ts'
import { prefetchInvoices } from '../receivables/prefetch-invoices.ts'
import { loadInvoicePayments } from '../receivables/invoice-payment.store.ts'
import { loadInvoices } from '../receivables/invoice.store.ts'
import { lockTargets, refundableOf, requireStanding, updatesOf } from '../receivables/lock-refundable.ts'
import { prefetchRefund } from '../receivables/new-refund.ts'
import { prefetchReceivableAccounts } from '../receivables/receivable-accounts.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { refuseTakenPayments } from '../receivables/build-refund-parts.ts'
import { findRefundPaymentOwners } from '../receivables/refund-payment.store.ts'
import { REFUNDS } from '../receivables/refund.kind.ts'
import { seeCredit } from '../receivables/refund-of-credit.ts'
import { issuedAtOf, livePayments, type Refund } from '../receivables/refund.ts'
import { updatedValue } from '../requests/updates.ts'
import { findRefundTargets, type RefundTargets } from './refund-targets.ts'
import { mayPost, requestedUpdate, type RequestedUpdate } from './requested-update.ts'
import { updatedRefund } from './updated-refund.ts'

type Update = {
  id: string
  requested: RequestedUpdate
  /** Matches of its payments, by id: amounts of matched ones cannot change. */
  matches: ReadonlyMap<string, DocumentMatch>
}

/**
 * Changes a refund: given fields are replaced, lists as a whole. Its entries, and those of its payments, are reposted where
 * they differ.
 * @throws RefundNotFound, InvalidPayload, InvoiceNotFound, InvoicePaymentNotFound, InvoiceVoided, CustomerNotFound,
 *   CustomerMismatch, OverRefunded, AmountOutOfRange, OverAllocated where a customer has less credit than it takes,
 *   DocumentMatched, DuplicateExternalId, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived,
 *   DuplicateTagDimension, BalancingTagViolation, PeriodClosed, PostingFailed, TooManyAllocations, and what `alterDocument`
 *   throws
 */
export async function updateRefund(
  billing: Billing,
  request: BusinessWrite,
  input: UpdateRefundRequest__Output,
): Promise<RefundAnswer> {
  await requireBusiness(billing, request)
  const requested = requestedUpdate(input)
  const seen = await billing.db.transact(request, (tx) => requireDocument(tx, REFUNDS, input.refund_id))
  const paidOut = requested.payments ? livePayments(seen).map((payment) => payment.id) : []
  const update: Update = { id: seen.id, requested, matches: await findMatches(billing, request, paidOut) }
  return alterDocument(billing, request, {
    kind: REFUNDS,
    prefetch: (tx, asking) => prefetch(tx, asking, update),
    alter: (deciding) => alter(deciding, update),
  })
}

/** Its current targets. */
const targetsOf = ({ allocations }: Refund) => {
  const parts = allocations.flatMap((allocation) => allocation.parts)
  return {
    invoiceIds: parts.flatMap(({ invoiceId }) => invoiceId ?? []),
    paymentIds: parts.flatMap(({ paymentId }) => paymentId ?? []),
  }
}

/** The targets of the requested allocations, without locks; none where they stay or are taken away. */
const requestedTargets = async (
  tx: Tx,
  { allocations = [] }: RequestedUpdate,
  { contactId }: Refund,
): Promise<Omit<RefundTargets, 'customer'>> =>
  allocations.length > 0 ? findRefundTargets(tx, allocations, contactId) : { targets: [], invoices: [], payments: [] }

async function prefetch(tx: Tx, asking: LedgerPrefetch, { id, requested }: Update): Promise<void> {
  const refund = await requireDocument(tx, REFUNDS, id)
  prefetchReceivableAccounts(asking)
  if (!mayPost(requested)) return
  await prefetchReposted(tx, asking, { refunds: { documents: [refund], fields: 'refundId' } })
  const existing = await loadInvoices(tx, [...new Set(targetsOf(refund).invoiceIds)])
  const { invoices } = await requestedTargets(tx, requested, refund)
  await prefetchInvoices(tx, asking, [...existing, ...invoices], () => 'allocations')
  prefetchRefund(asking, requested)
}

async function alter(deciding: Deciding, update: Update): Promise<{ after: Refund; sources: Source[] }> {
  const { tx } = deciding
  const { requested } = update
  const seen = await requireDocument(tx, REFUNDS, update.id)
  const { targets, invoices, payments } = await requestedTargets(tx, requested, seen)
  const existing = targetsOf(seen)
  const invoiceIds = [...existing.invoiceIds, ...invoices.map(({ id }) => id)]
  const paymentIds = [...existing.paymentIds, ...payments.map(({ id }) => id)]
  // A payment is locked with all its invoices.
  const paid = await loadInvoicePayments(tx, [...new Set(paymentIds)])
  const paidIds = paid.flatMap(({ allocations }) => allocations.map(({ documentId }) => documentId))
  const locked = await lockTargets(tx, { invoiceIds: [...invoiceIds, ...paidIds], paymentIds })
  const before = await lockDocument(tx, REFUNDS, update.id)
  // A concurrent update may have changed its targets.
  const current = targetsOf(before)
  const isLocked =
    current.invoiceIds.every((id) => locked.invoices.has(id)) &&
    current.paymentIds.every((id) => locked.payments.has(id))
  if (!isLocked) throw new RetryDecision()
  requireStanding(targets, locked)
  await refuseExisting(tx, before, requested)
  const issuedAt = issuedAtOf({ ...before, completedAt: updatedValue(requested.completedAt, before.completedAt) })
  const credit = await seeCredit(deciding, targets, before.contactId, { issuedAt, before })
  const refundable = { ...refundableOf(locked), ...credit.refundable }
  const facts = { ...factsOf(deciding), invoices: locked.invoices, targets, refundable }
  const after = updatedRefund(before, requested, update.matches, facts)
  const change = { ...updatesOf(locked, refundable, facts.now), refunds: [{ before, after }] }
  const sources = await recordReceivables(deciding, after === before ? {} : change, {
    ...credit.recording,
    creditFieldOf: () => (requested.allocations ? 'allocations' : 'payments'),
  })
  return { after, sources }
}

/** @throws DuplicateExternalId */
async function refuseExisting(tx: Tx, refund: Refund, requested: RequestedUpdate): Promise<void> {
  await refuseTaken(tx, REFUNDS, refund.id, requested.externalId)
  const payments = requested.payments ?? []
  const externalIds = payments.flatMap((payment) => payment.externalId ?? [])
  const owners = await findRefundPaymentOwners(tx, externalIds)
  refuseTakenPayments(payments, owners, refund.id)
}
