import type { VendorCreditAnswer, VendorCreditInput__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { loadContacts } from '../contacts/contact.store.ts'
import { requireActive } from '../contacts/contact.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { createDocument, findByExternalId } from '../document-writes/create-document.ts'
import { added } from '../document-writes/document-changes.ts'
import { allocateCredit } from '../payables/allocate-to-bills.ts'
import { findRecipients, lockRecipients } from '../payables/bill-recipients.ts'
import { loadRecognizedOfBills } from '../payables/bill-payment.store.ts'
import { payableAccounts, prefetchPayableAccounts } from '../payables/payable-accounts.ts'
import { prefetchBillsOf } from '../payables/prefetch-bills.ts'
import { recordPayables } from '../payables/record-payables.ts'
import { VENDOR_CREDITS } from '../payables/vendor-credit.kind.ts'
import { creditParts, newCredit, prefetchCredit, requestedCredit } from './requested-credit.ts'

/**
 * Creates a vendor credit, optionally allocated to bills. If the external_id exists, that document is returned as it is.
 * @throws InvalidPayload, AmountOutOfRange, NegativeTotal, VendorNotFound, VendorArchived, BillNotFound, VendorMismatch,
 *   BillVoided, OverAllocated, TooManyAllocations, DatedTooEarly, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived,
 *   DuplicateTagDimension, BalancingTagViolation, PeriodClosed, PayloadTooLarge, and what `createDocument` throws
 */
export function createVendorCredit(
  billing: Billing,
  request: BusinessWrite,
  input: VendorCreditInput__Output,
): Promise<VendorCreditAnswer> {
  const requested = requestedCredit(input, billing.now())
  return createDocument(billing, request, {
    kind: VENDOR_CREDITS,
    findEarlier: (tx) => findByExternalId(tx, VENDOR_CREDITS, requested),
    find: async (tx) => {
      const { bills, contactId, vendor: named } = await findRecipients(tx, requested)
      const [vendor] = named ? [named] : await loadContacts(tx, VENDORS, [contactId])
      if (vendor) requireActive(VENDORS, vendor, requested.vendor)
      return { bills, contactId }
    },
    prefetch: async (tx, asking, { bills }) => {
      prefetchPayableAccounts(asking)
      prefetchCredit(asking, requested)
      await prefetchBillsOf(tx, asking, requested.allocations, bills)
    },
    lock: async (deciding, found) => {
      const { tx, books } = deciding
      const [{ vendor, bills }, recognized] = await Promise.all([
        lockRecipients(tx, requested, found),
        loadRecognizedOfBills(
          tx,
          found.bills.map(({ id }) => id),
        ),
      ])
      requireActive(VENDORS, vendor, requested.vendor)
      return async (facts) => {
        // Lines of zero post nothing.
        if (requested.lines.some(({ amount }) => amount !== 0))
          books.requireOpenAt(requested.documentDate, 'received_at')
        const credit = newCredit(vendor.id, requested, facts)
        const parts = creditParts(requested.allocations, bills, recognized)
        const made = allocateCredit(credit, parts, { ...facts, accounts: payableAccounts(books) })
        const change = { credits: added([made.credit]), bills: made.bills }
        return { after: made.credit, sources: await recordPayables(deciding, change) }
      }
    },
  })
}
