import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { requireBusiness } from '@pacioli/ledger-facts'
import { RetryDecision, type LedgerPrefetch, type Source } from '@pacioli/postings'
import type { RefundAnswer, UpdateRefundRequest__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { alterDocument, factsOf, type Deciding } from '../document-writes/create-document.ts'
import { lockDocument } from '../document-writes/revise-document.ts'
import { requireDocument } from '../documents/document-kind.ts'
import { findIdsByExternalId } from '../documents/document.store.ts'
import { findMatches, type DocumentMatch } from '../matches/document-match.ts'
import { prefetchPayoutsOf, prefetchRefunds } from '../receivables/prefetch-documents.ts'
import { prefetchInvoices } from '../receivables/prefetch-invoices.ts'
import { loadInvoicePayments } from '../receivables/invoice-payment.store.ts'
import { loadInvoices } from '../receivables/invoice.store.ts'
import {
  lockTargets,
  refundableOf,
  requireStanding,
  updatesOf,
  type LockedTargets,
} from '../receivables/lock-refundable.ts'
import { prefetchAllocation, prefetchRefundPayment } from '../receivables/new-refund.ts'
import { prefetchReceivableAccounts } from '../receivables/receivable-accounts.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { refuseTakenPayments } from '../receivables/build-refund-parts.ts'
import { findRefundPaymentOwners } from '../receivables/refund-payment.store.ts'
import { REFUNDS } from '../receivables/refund.kind.ts'
import { livePayments, type Refund } from '../receivables/refund.ts'
import { prefetchTags } from '../tags/tag-inputs.ts'
import { findRefundTargets } from './refund-targets.ts'
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

async function prefetch(tx: Tx, asking: LedgerPrefetch, { id, requested }: Update): Promise<void> {
  const refund = await requireDocument(tx, REFUNDS, id)
  prefetchReceivableAccounts(asking)
  if (!mayPost(requested)) return
  await prefetchRefunds(tx, asking, [refund], 'refundId')
  await prefetchPayoutsOf(tx, asking, { refunds: [refund] }, { ofRefund: 'refundId' })
  const there = await loadInvoices(tx, [...new Set(targetsOf(refund).invoiceIds)])
  const targets = requested.allocations?.length
    ? await findRefundTargets(tx, requested.allocations, refund.contactId)
    : undefined
  await prefetchInvoices(tx, asking, [...there, ...(targets?.invoices ?? [])], () => 'allocations')
  prefetchTags(asking, requested.tags ?? [], 'tags')
  for (const allocation of requested.allocations ?? []) prefetchAllocation(asking, allocation)
  for (const payment of requested.payments ?? []) prefetchRefundPayment(asking, payment)
}

async function alter(deciding: Deciding, update: Update): Promise<{ after: Refund; sources: Source[] }> {
  const { tx } = deciding
  const { requested } = update
  const seen = await requireDocument(tx, REFUNDS, update.id)
  const found = requested.allocations?.length
    ? await findRefundTargets(tx, requested.allocations, seen.contactId)
    : undefined
  const targets = found?.targets ?? []
  const there = targetsOf(seen)
  const locked = await lockTargets(
    tx,
    await withInvoicesOfPayments(tx, {
      invoiceIds: [...there.invoiceIds, ...(found?.invoices.map(({ id }) => id) ?? [])],
      paymentIds: [...there.paymentIds, ...(found?.payments.map(({ id }) => id) ?? [])],
    }),
  )
  const before = await lockDocument(tx, REFUNDS, update.id)
  requireLocked(targetsOf(before), locked)
  requireStanding(targets, locked)
  await refuseExisting(tx, before, requested)
  const { books, newId, now } = factsOf(deciding)
  const refundable = refundableOf(locked)
  const facts = { books, newId, now, invoices: locked.invoices, targets, refundable }
  const after = updatedRefund(before, requested, update.matches, facts)
  const change = { ...updatesOf(locked, refundable, now), refunds: [{ before, after }] }
  const sources = await recordReceivables(deciding, after === before ? {} : change, {
    creditFieldOf: () => (requested.allocations ? 'allocations' : 'payments'),
  })
  return { after, sources }
}

/** A concurrent update may have changed its targets. @throws RetryDecision */
function requireLocked(
  { invoiceIds, paymentIds }: ReturnType<typeof targetsOf>,
  { invoices, payments }: LockedTargets,
): void {
  if (invoiceIds.some((id) => !invoices.has(id)) || paymentIds.some((id) => !payments.has(id)))
    throw new RetryDecision()
}

/** A payment is locked with all its invoices. */
async function withInvoicesOfPayments(
  tx: Tx,
  { invoiceIds, paymentIds }: { invoiceIds: string[]; paymentIds: string[] },
): Promise<{ invoiceIds: string[]; paymentIds: string[] }> {
  const payments = await loadInvoicePayments(tx, [...new Set(paymentIds)])
  const paid = payments.flatMap(({ allocations }) => allocations.map(({ documentId: invoiceId }) => invoiceId))
  return { invoiceIds: [...invoiceIds, ...paid], paymentIds }
}

/** @throws DuplicateExternalId */
async function refuseExisting(tx: Tx, refund: Refund, requested: RequestedUpdate): Promise<void> {
  const { externalId } = requested
  const owner = externalId ? (await findIdsByExternalId(tx, 'refunds', [externalId])).get(externalId) : undefined
  if (owner !== undefined && owner !== refund.id)
    throw refused('DuplicateExternalId', `Another refund of the business has the external_id ${externalId}.`, {
      field: 'external_id',
      value: externalId,
    })
  const payments = requested.payments ?? []
  const owners = await findRefundPaymentOwners(
    tx,
    payments.flatMap((payment) => payment.externalId ?? []),
  )
  refuseTakenPayments(payments, owners, refund.id)
}
