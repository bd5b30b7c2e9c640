import { Problems, collectProblems } from '@pacioli/errors'
import type { BillPaymentAnswer, BillPaymentInput__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { requireActive, type Contact } from '../contacts/contact.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { createDocument, findByExternalId, type Facts } from '../document-writes/create-document.ts'
import { added } from '../document-writes/revise-document.ts'
import { allocate } from '../payables/allocate-to-bills.ts'
import { findRecipients, lockRecipients } from '../payables/bill-recipients.ts'
import { loadRecognised } from '../payables/bill-payment.store.ts'
import { BILL_PAYMENTS } from '../payables/bill-payment.kind.ts'
import type { BillPayment } from '../payables/bill-payment.ts'
import { prefetchPayableAccounts, clearingAccountOf, payableAccounts } from '../payables/payable-accounts.ts'
import { recordPayables } from '../payables/record-payables.ts'
import { tagsOf } from '../posting/resolve-names.ts'
import { prefetchTags } from '../tags/tag-inputs.ts'
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
    findEarlier: (tx) => findByExternalId(tx, BILL_PAYMENTS, requested),
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
      const { tx, books } = deciding
      const billIds = found.bills.map(({ id }) => id)
      const [{ vendor, bills }, recognised] = await Promise.all([
        lockRecipients(tx, requested, found),
        loadRecognised(tx, billIds),
      ])
      requireRecipient(vendor, requested)
      return async (facts) => {
        const allocatedAt = requested.paidAt
        books.requireOpenAt(allocatedAt, 'paid_at')
        const payment = newPayment(vendor.id, requested, facts)
        const parts = resolveAllocations(requested.allocations, bills, recognised, facts)
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
  { clearingAccount, allocations: _, vendor: _vendor, ...requested }: RequestedPayment,
  { businessId, ...facts }: Facts,
): BillPayment {
  const { books, newId, now } = facts
  const problems = new Problems()
  const clearing = collectProblems(problems, () => clearingAccountOf(books, requested.method, clearingAccount))
  const payment = {
    ...requested,
    id: newId(),
    businessId,
    contactId,
    clearingAccountId: clearing?.id ?? '',
    allocations: [],
    tags: tagsOf(requested, facts, problems),
    version: 1,
    importedAt: now,
    updatedAt: now,
    deletedAt: null,
  }
  problems.throwIfAny()
  return payment
}
