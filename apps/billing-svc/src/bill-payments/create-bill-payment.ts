import { Problems, collectProblems } from '@pacioli/errors'
import type { Books } from '@pacioli/postings'
import type { BillPaymentAnswer, BillPaymentInput__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { requireActive, type Contact } from '../contacts/contact.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { createDocument } from '../document-writes/create-document.ts'
import { allocate } from '../payables/allocate-to-bills.ts'
import { findRecipients, lockRecipients } from '../payables/bill-recipients.ts'
import { loadRecognised } from '../payables/bill-payment.store.ts'
import { BILL_PAYMENTS } from '../payables/bill-payment.kind.ts'
import type { BillPayment } from '../payables/bill-payment.ts'
import { prefetchPayableAccounts, clearingAccountOf, payableAccounts } from '../payables/payable-accounts.ts'
import { recordPayables } from '../payables/record-payables.ts'
import { prefetchTags, tagsFrom, type Making } from '../tags/tag-inputs.ts'
import { prefetchAllocations, resolveAllocations } from './resolve-allocations.ts'
import { requestedPayment, type RequestedPayment } from './requested-payment.ts'

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
    requested,
    find: async (tx) => {
      const recipients = await findRecipients(tx, requested)
      requireRecipient(recipients.vendor, requested)
      return recipients
    },
    prefetch: async (tx, asking, { bills }) => {
      prefetchPayableAccounts(asking)
      if (requested.clearingAccount) asking.account(requested.clearingAccount, 'payment_clearing_account_identifier')
      prefetchTags(asking, requested.tags, 'tags')
      await prefetchAllocations(tx, asking, requested.allocations, bills)
    },
    lock: async (deciding, found) => {
      const { tx, business, books } = deciding
      const [{ vendor, bills }, recognised] = await Promise.all([
        lockRecipients(tx, requested, found),
        loadRecognised(
          tx,
          found.bills.map(({ id }) => id),
        ),
      ])
      requireRecipient(vendor, requested)
      return async () => {
        books.requireOpenAt(requested.paidAt, 'paid_at')
        const making = { newId: billing.newId, now: billing.now() }
        const payment = newPayment({ businessId: business.id, contactId: vendor.id }, books, requested, making)
        const parts = resolveAllocations(books, requested.allocations, { bills, recognised }, making)
        const accounts = payableAccounts(books)
        const made = allocate(payment, parts, { accounts, allocatedAt: requested.paidAt, isLater: false, ...making })
        const change = { payments: [{ before: null, after: made.payment }], bills: made.bills }
        return { made: made.payment, sources: await recordPayables(deciding, change) }
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
  of: { businessId: string; contactId: string },
  books: Books,
  { clearingAccount, tags, allocations: _, vendor: _vendor, field: _field, ...requested }: RequestedPayment,
  making: Making,
): BillPayment {
  const problems = new Problems()
  const clearing = collectProblems(problems, () => clearingAccountOf(books, requested.method, clearingAccount))
  const own = collectProblems(problems, () => tagsFrom(tags, books, making, 'tags'))
  problems.throwIfAny()
  return {
    ...requested,
    ...of,
    id: making.newId(),
    clearingAccountId: clearing?.id ?? '',
    allocations: [],
    tags: own ?? [],
    version: 1,
    importedAt: making.now,
    updatedAt: making.now,
    deletedAt: null,
  }
}
