import type { Tx } from '@pacioli/db'
import { collectProblems, Problems } from '@pacioli/errors'
import { RetryDecision } from '@pacioli/postings'
import type { VendorRefundAnswer, VendorRefundInput__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { lockContactsShared } from '../contacts/contact.store.ts'
import { findNamedContacts } from '../contacts/named-contacts.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { createDocument, findByExternalId, newDocument, type Facts } from '../document-writes/create-document.ts'
import { added } from '../document-writes/document-changes.ts'
import { referenceField, requireReferenced, type ReferenceKind } from '../documents/references.ts'
import { loadPayments, lockPayments } from '../payables/bill-payment.store.ts'
import { prefetchPayableAccounts, refundClearingAccountOf } from '../payables/payable-accounts.ts'
import { accountsOfCredit } from '../payables/prefetch-bills.ts'
import { recordPayables } from '../payables/record-payables.ts'
import { loadCredits, lockCredits } from '../payables/vendor-credit.store.ts'
import { VENDOR_REFUNDS } from '../payables/vendor-refund.kind.ts'
import {
  refundableDocument,
  refunding,
  type Refundable,
  type RefundPart,
  type VendorRefund,
} from '../payables/vendor-refund.ts'
import { tagsWithLines } from '../line-items/carried-by-lines.ts'
import { prefetchStored } from '../posting/prefetch-stored.ts'
import { resolveTags } from '../posting/resolve-names.ts'
import { prefetchClearing } from '../requests/payments.ts'
import { prefetchTags } from '../tags/tag-inputs.ts'
import { requestedVendorRefund, type RequestedRefundPart, type RequestedVendorRefund } from './requested-refund.ts'

const PAYMENT: ReferenceKind<'payment'> = {
  prefix: 'payment',
  table: 'bill_payments',
  noun: 'bill payment',
  notFound: 'BillPaymentNotFound',
}
const CREDIT: ReferenceKind<'vendor_credit'> = {
  prefix: 'vendor_credit',
  table: 'vendor_credits',
  noun: 'vendor credit',
  notFound: 'VendorCreditNotFound',
}

/**
 * Money that a vendor pays back, of what is left of its payments and credits. If the external_id exists, that document is
 * returned as it is.
 * @throws InvalidPayload, VendorNotFound, BillPaymentNotFound, VendorCreditNotFound, VendorMismatch, DocumentDeleted,
 *   OverAllocated, DatedTooEarly, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived, DuplicateTagDimension,
 *   PeriodClosed, and what `createDocument` throws
 */
export function createVendorRefund(
  billing: Billing,
  request: BusinessWrite,
  input: VendorRefundInput__Output,
): Promise<VendorRefundAnswer> {
  const requested = requestedVendorRefund(input, billing.now())
  return createDocument(billing, request, {
    kind: VENDOR_REFUNDS,
    findEarlier: (tx) => findByExternalId(tx, VENDOR_REFUNDS, requested),
    find: (tx) => findRefunded(tx, requested),
    prefetch: async (tx, asking, { parts }) => {
      prefetchPayableAccounts(asking)
      prefetchClearing(asking, requested)
      prefetchTags(asking, requested.tags, 'tags')
      const carried = {
        accountsOf: ({ of }: RefundPart) => ('credit' in of ? accountsOfCredit(of.credit) : []),
        tagsOf: ({ of }: RefundPart) => ('credit' in of ? tagsWithLines(of.credit) : of.payment.tags),
      }
      await prefetchStored(tx, asking, parts, carried, ({ place }) => [place])
    },
    lock: async (deciding, found) => {
      const { tx, books } = deciding
      const parts = await lockRefunded(tx, found)
      return async (facts) => {
        books.requireOpenAt(requested.documentDate, 'received_at')
        const { refund, ...refunded } = refunding(newRefund(found.contactId, requested, facts), parts, facts)
        const change = { ...refunded, refunds: added([refund]) }
        return { after: refund, sources: await recordPayables(deciding, change) }
      }
    },
  })
}

type Found = { parts: RefundPart[]; contactId: string }

/** The vendor is that of the first payment or credit unless named. Locks nothing. */
async function findRefunded(tx: Tx, { vendor, parts }: RequestedVendorRefund): Promise<Found> {
  const [ofPayments, ofCredits] = [parts.filter((one) => !one.isOfCredit), parts.filter((one) => one.isOfCredit)]
  const paid = ofPayments.map(({ payment: name, field }) => ({ name, field }))
  const credited = ofCredits.map(({ credit: name, field }) => ({ name, field }))
  const problems = new Problems()
  const collected = async <Found>(found: Promise<Found[]>): Promise<Found[]> => {
    try {
      return await found
    } catch (error) {
      collectProblems(problems, () => {
        throw error
      })
      return []
    }
  }
  const payments = await collected(requireReferenced(tx, PAYMENT, paid, loadPayments))
  const credits = await collected(requireReferenced(tx, CREDIT, credited, loadCredits))
  problems.throwIfAny()
  const [named] = await findNamedContacts(tx, VENDORS, [vendor])
  const found = new Map<RequestedRefundPart, Refundable>()
  for (const [index, part] of ofPayments.entries()) {
    const payment = payments[index]
    if (payment) found.set(part, { payment })
  }
  for (const [index, part] of ofCredits.entries()) {
    const credit = credits[index]
    if (credit) found.set(part, { credit })
  }
  const refunded = parts.flatMap((part): RefundPart[] => {
    const of = found.get(part)
    const { amount, field } = part
    const place = part.isOfCredit
      ? referenceField(CREDIT, { name: part.credit, field })
      : referenceField(PAYMENT, { name: part.payment, field })
    return of ? [{ amount, field, place, of }] : []
  })
  const [first] = refunded
  return { parts: refunded, contactId: named?.contact?.id ?? (first ? refundableDocument(first.of).contactId : '') }
}

/** The same, locked: the vendor cannot be archived until the transaction ends. */
async function lockRefunded(tx: Tx, { parts, contactId }: Found): Promise<RefundPart[]> {
  const idsOf = (isWanted: (of: Refundable) => boolean): string[] =>
    parts.filter(({ of }) => isWanted(of)).map(({ of }) => refundableDocument(of).id)
  await lockContactsShared(tx, VENDORS, [contactId])
  const payments = new Map(
    (
      await lockPayments(
        tx,
        idsOf((of) => 'payment' in of),
      )
    ).map((one) => [one.id, one]),
  )
  const credits = new Map(
    (
      await lockCredits(
        tx,
        idsOf((of) => 'credit' in of),
      )
    ).map((one) => [one.id, one]),
  )
  return parts.map((part): RefundPart => {
    const { id } = refundableDocument(part.of)
    const [payment, credit] = [payments.get(id), credits.get(id)]
    if ('payment' in part.of && payment) return { ...part, of: { payment } }
    if ('credit' in part.of && credit) return { ...part, of: { credit } }
    throw new RetryDecision()
  })
}

/** Without allocations. @throws every problem at once */
function newRefund(
  contactId: string,
  { clearingAccount, parts: _, vendor: _vendor, field: _field, ...requested }: RequestedVendorRefund,
  facts: Facts,
): VendorRefund {
  const problems = new Problems()
  const clearing = collectProblems(problems, () =>
    refundClearingAccountOf(facts.books, requested.method, clearingAccount),
  )
  const refund = {
    ...requested,
    ...newDocument(facts),
    contactId,
    clearingAccountId: clearing?.id ?? '',
    allocations: [],
    tags: resolveTags(requested, facts, problems),
    deletedAt: null,
  }
  problems.throwIfAny()
  return refund
}
