import type { Tx } from '@pacioli/db'
import { collectProblems, Problems } from '@pacioli/errors'
import type { RefundAnswer, RefundInput__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { requireActive, type Contact } from '../contacts/contact.ts'
import { CUSTOMERS } from '../contacts/customer.ts'
import { lockNamedContacts } from '../contacts/named-contacts.ts'
import { createDocument, type Facts } from '../document-writes/create-document.ts'
import { added } from '../document-writes/document-changes.ts'
import { findIdsByExternalId } from '../documents/document.store.ts'
import { prefetchInvoices } from '../receivables/prefetch-invoices.ts'
import { lockTargets, refundableOf, requireStanding, updatesOf } from '../receivables/lock-refundable.ts'
import { prefetchRefund, newRefund } from '../receivables/new-refund.ts'
import { prefetchReceivableAccounts, receivableAccounts } from '../receivables/receivable-accounts.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { issueAll, refundPayments, refuseTakenPayments } from '../receivables/build-refund-parts.ts'
import { findRefundPaymentOwners } from '../receivables/refund-payment.store.ts'
import type { Refundable } from '../receivables/refund-sources.ts'
import { refuseStoreCredit, seeCredit } from '../receivables/refund-of-credit.ts'
import { REFUND_DATES, refuseEarlyRefund } from '../receivables/refund-dates.ts'
import { withPaidShares } from '../receivables/refund-shares.ts'
import { REFUNDS } from '../receivables/refund.kind.ts'
import { issuedAtOf, type Refund } from '../receivables/refund.ts'
import { requestedRefund, type RequestedRefund } from '../receivables/requested-refund.ts'
import { refuseOtherForm, type Forms, type Named } from '../requests/repeats.ts'
import { resolveTags } from '../posting/resolve-names.ts'
import { findRefundTargets, type RefundTargets } from './refund-targets.ts'

/**
 * Creates a refund, optionally with its payments. If the external_id exists, that document is returned as it is. A customer
 * with an unknown external_id is created: credit notes may come before invoices.
 * @throws InvalidPayload, CustomerNotFound, CustomerArchived, CustomerMismatch, InvoiceNotFound, InvoicePaymentNotFound,
 *   InvoiceVoided, OverRefunded, AmountOutOfRange, OverAllocated where it is more than the customer's credit,
 *   TooManyAllocations, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived, DuplicateTagDimension,
 *   BalancingTagViolation, DuplicateExternalId, PeriodClosed, DatedTooEarly, and what
 *   `createDocument` throws
 */
export function createRefund(
  billing: Billing,
  request: BusinessWrite,
  input: RefundInput__Output,
): Promise<RefundAnswer> {
  const requested = requestedRefund(input)
  return createDocument(billing, request, {
    kind: REFUNDS,
    findEarlier: (tx) => findEarlierRefund(tx, requested),
    find: (tx) => findRefundTargets(tx, requested.allocations),
    prefetch: async (tx, asking, { invoices }) => {
      prefetchReceivableAccounts(asking)
      prefetchRefund(asking, requested)
      await prefetchInvoices(tx, asking, invoices, () => 'allocations')
    },
    lock: async (deciding, targets) => {
      const { tx } = deciding
      const [customer] = await lockNamedContacts(tx, billing, CUSTOMERS, [targets.customer])
      if (!customer) throw new Error('a refund is always of a customer')
      requireRecipient(customer, requested, targets)
      const locked = await lockTargets(tx, {
        invoiceIds: targets.invoices.map(({ id }) => id),
        paymentIds: targets.payments.map(({ id }) => id),
      })
      // Before the refund itself, so that it is found with its payments.
      const externalIds = requested.payments.flatMap(({ externalId }) => externalId ?? [])
      const owners = await findRefundPaymentOwners(tx, externalIds)
      return async (facts) => {
        requireStanding(targets.targets, locked)
        refuseTakenPayments(requested.payments, owners)
        const issuedAt = requested.completedAt ?? facts.now
        const credit = await seeCredit(deciding, targets.targets, customer.id, { issuedAt })
        const refundable = { ...refundableOf(locked), ...credit.refundable }
        const after = refundOf(requested, customer.id, targets, refundable, facts)
        const change = { ...updatesOf(locked, refundable, facts.now), refunds: added([after]) }
        const recording = { ...credit.recording, creditFieldOf: () => 'allocations' }
        return { after, sources: await recordReceivables(deciding, change, recording) }
      }
    },
  })
}

type Names = Named & { payments: readonly { externalId: string | null }[] }

/** Two forms: with allocations, or with one target. */
const FORMS: Forms = {
  isFirst: (asked) => 'allocations' in asked,
  common: ['completed_at', 'tags', 'memo', 'metadata', 'reference_number'],
}

/**
 * The refund that has the external_id; without one, the refund of all its payments by their external ids, which are
 * idempotency keys, too.
 * @throws ExternalIdReused
 */
export async function findEarlierRefund(tx: Tx, requested: Names): Promise<Refund | undefined> {
  const { externalId, payments } = requested
  const id =
    externalId === null
      ? await findRefundOfPayments(tx, payments)
      : (await findIdsByExternalId(tx, 'refunds', [externalId])).get(externalId)
  if (id === undefined) return undefined
  await refuseOtherForm(tx, 'refunds', id, requested, FORMS)
  return (await REFUNDS.load(tx, [id]))[0]
}

async function findRefundOfPayments(tx: Tx, payments: Names['payments']): Promise<string | undefined> {
  const externalIds = payments.flatMap(({ externalId }) => externalId ?? [])
  if (payments.length === 0 || externalIds.length < payments.length) return undefined
  const owners = await findRefundPaymentOwners(tx, externalIds)
  const refundIds = new Set(externalIds.map((one) => owners.get(one)?.refundId))
  const [first] = refundIds
  return refundIds.size === 1 ? first : undefined
}

/** An archived customer's payments can be refunded; they get no credit notes. @throws CustomerArchived */
function requireRecipient(customer: Contact, { allocations }: RequestedRefund, { targets }: RefundTargets): void {
  for (const [index, { invoiceId, invoicePaymentId, source }] of targets.entries()) {
    const allocation = allocations[index]
    if (allocation && invoiceId === null && invoicePaymentId === null && source === null)
      requireActive(CUSTOMERS, customer, allocation.customer, allocation.field)
  }
}

/** The refund, which also updates `refundable`. @throws every problem at once */
function refundOf(
  requested: RequestedRefund,
  contactId: string,
  { targets }: RefundTargets,
  refundable: Refundable,
  facts: Facts,
): Refund {
  const { businessId, books, newId, now } = facts
  const problems = new Problems()
  const { allocations: _allocations, payments: _payments, field: _field, ...head } = requested
  const tags = resolveTags(requested, facts, problems)
  const bare = newRefund({ ...head, id: newId(), businessId, contactId, tags }, now)
  collectProblems(problems, () => books.requireOpenAt(issuedAtOf(bare), 'completed_at'))
  const issuing = { ...facts, accounts: receivableAccounts(books), refund: bare, refundable }
  const allocations = issueAll(requested.allocations, targets, issuing, problems)
  const payments = refundPayments(requested.payments, bare, facts, problems)
  const after = { ...bare, allocations, payments }
  const { timeZone } = facts
  refuseStoreCredit(after, problems)
  refuseEarlyRefund({ before: null, after }, refundable, { timeZone, fields: REFUND_DATES, problems })
  problems.throwIfAny()
  return withPaidShares(after)
}
