import { Problems, collectProblems } from '@pacioli/errors'
import type { Tx } from '@pacioli/db'
import type { LedgerPrefetch } from '@pacioli/postings'
import type { BillPaymentAnswer, BillPaymentInput__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { requireActive, type Contact } from '../contacts/contact.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { createDocument, findByExternalId, newDocument, type Facts } from '../document-writes/create-document.ts'
import { added } from '../document-writes/document-changes.ts'
import { allocate, type ResolvedAllocation } from '../payables/allocate-to-bills.ts'
import { findRecipients, lockRecipients } from '../payables/bill-recipients.ts'
import { loadRecognizedOfBills } from '../payables/bill-payment.store.ts'
import { prefetchBillsOf } from '../payables/prefetch-bills.ts'
import type { Bill } from '../payables/bill.ts'
import { BILL_PAYMENTS } from '../payables/bill-payment.kind.ts'
import type { BillPayment } from '../payables/bill-payment.ts'
import { prefetchPayableAccounts, clearingAccountOf, payableAccounts } from '../payables/payable-accounts.ts'
import { recordPayables } from '../payables/record-payables.ts'
import type { Recognized } from '../allocations/recognition.ts'
import { resolveTags, type ResolvingFacts } from '../posting/resolve-names.ts'
import { prefetchClearing } from '../requests/payments.ts'
import { prefetchTags } from '../tags/tag-inputs.ts'
import { requestedPayment, type RequestedPayment, type RequestedPaymentAllocation } from './requested-payment.ts'

/**
 * A payment to a vendor, allocated to any number of its bills; the remainder is a prepayment. If the external_id exists,
 * that document is returned as it is.
 * @throws InvalidPayload, VendorNotFound, VendorArchived, BillNotFound, VendorMismatch, BillVoided, OverAllocated,
 *   TooManyAllocations, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived, DuplicateTagDimension,
 *   PeriodClosed, PayloadTooLarge, and what `createDocument` throws
 */
export function createBillPayment(
  billing: Billing,
  request: BusinessWrite,
  input: BillPaymentInput__Output,
): Promise<BillPaymentAnswer> {
  const requested = requestedPayment(input, billing.now())
  return createDocument(billing, request, {
    kind: BILL_PAYMENTS,
    findEarlier: (tx) => findByExternalId(tx, BILL_PAYMENTS, requested),
    find: async (tx) => {
      const recipients = await findRecipients(tx, requested)
      if (recipients.vendor) requireRecipient(recipients.vendor, requested)
      return recipients
    },
    prefetch: async (tx, asking, { bills }) => {
      prefetchPayableAccounts(asking)
      prefetchClearing(asking, requested)
      prefetchTags(asking, requested.tags, 'tags')
      await prefetchAllocations(tx, asking, requested.allocations, bills)
    },
    lock: async (deciding, found) => {
      const { tx, books } = deciding
      const billIds = found.bills.map(({ id }) => id)
      const [{ vendor, bills }, recognized] = await Promise.all([
        lockRecipients(tx, requested, found),
        loadRecognizedOfBills(tx, billIds),
      ])
      requireRecipient(vendor, requested)
      return async (facts) => {
        const allocatedAt = requested.paidAt
        books.requireOpenAt(allocatedAt, 'paid_at')
        const payment = newPayment(vendor.id, requested, facts)
        const parts = resolveAllocations(requested.allocations, bills, recognized, facts)
        const made = allocate(payment, parts, {
          accounts: payableAccounts(books),
          allocatedAt,
          isLater: false,
          ...facts,
        })
        const change = { payments: added([made.payment]), bills: made.bills }
        return { after: made.payment, sources: await recordPayables(deciding, change) }
      }
    },
  })
}

/** An archived vendor's bills can be paid; it takes no prepayment. @throws VendorArchived */
function requireRecipient(vendor: Contact, { allocations, vendor: named }: RequestedPayment): void {
  if (allocations.length === 0) requireActive(VENDORS, vendor, named)
}

/** Without allocations. @throws every problem at once */
function newPayment(
  contactId: string,
  { clearingAccount, allocations: _, vendor: _vendor, field: _field, ...requested }: RequestedPayment,
  facts: Facts,
): BillPayment {
  const problems = new Problems()
  const clearing = collectProblems(problems, () => clearingAccountOf(facts.books, requested.method, clearingAccount))
  const payment = {
    ...requested,
    ...newDocument(facts),
    contactId,
    clearingAccountId: clearing?.id ?? '',
    allocations: [],
    refunded: [],
    tags: resolveTags(requested, facts, problems),
    deletedAt: null,
  }
  problems.throwIfAny()
  return payment
}

/** The accounts and tags that paying these bills posts to, and the tags of the allocations. */
export async function prefetchAllocations(
  tx: Tx,
  asking: LedgerPrefetch,
  requested: readonly RequestedPaymentAllocation[],
  bills: readonly Bill[],
): Promise<void> {
  for (const { tags, field } of requested) prefetchTags(asking, tags, `${field}tags`)
  await prefetchBillsOf(tx, asking, requested, bills)
}

/**
 * @param bills locked, in the order of the allocations
 * @param recognized what live allocations have recognized of each
 * @throws DuplicateTagDimension; RetryDecision
 */
export function resolveAllocations(
  requested: readonly RequestedPaymentAllocation[],
  bills: readonly Bill[],
  recognized: ReadonlyMap<string, readonly Recognized[]>,
  facts: ResolvingFacts,
): ResolvedAllocation[] {
  const problems = new Problems()
  const resolved = requested.flatMap((one, index): ResolvedAllocation[] => {
    const bill = bills[index]
    const ownTags = resolveTags(one, facts, problems)
    return bill ? [{ ...one, bill, before: recognized.get(bill.id) ?? [], ownTags }] : []
  })
  problems.throwIfAny()
  return resolved
}
