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
import { prefetchPayableAccounts } from '../payables/payable-accounts.ts'
import { recordPayables } from '../payables/record-payables.ts'
import { VENDOR_CREDITS } from '../payables/vendor-credit.kind.ts'
import { prefetchCredit, newCredit, requestedCredit } from './requested-credit.ts'

/**
 * Creates a vendor credit, optionally allocated to bills. If the external_id exists, that document is returned as it is.
 * @throws InvalidPayload, AmountOutOfRange, NegativeTotal, VendorNotFound, VendorArchived, BillNotFound, VendorMismatch,
 *   BillVoided, OverAllocated, TooManyAllocations, AccountNotFound, AccountArchived, ControlAccount, TagValueArchived,
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
    prefetch: (_tx, asking) => {
      prefetchPayableAccounts(asking)
      prefetchCredit(asking, requested)
    },
    lock: async (deciding, found) => {
      const { tx, books } = deciding
      const { vendor, bills } = await lockRecipients(tx, requested, found)
      requireActive(VENDORS, vendor, requested.vendor)
      return async (facts) => {
        // A total of zero posts nothing.
        if (requested.lines.some(({ amount }) => amount !== 0))
          books.requireOpenAt(requested.documentDate, 'received_at')
        const credit = newCredit(vendor.id, requested, facts)
        const parts = requested.allocations.flatMap((one, index) => {
          const bill = bills[index]
          return bill ? [{ ...one, bill }] : []
        })
        const made = allocateCredit(credit, parts, facts)
        const change = { credits: added([made.credit]), bills: made.bills }
        return { after: made.credit, sources: await recordPayables(deciding, change) }
      }
    },
  })
}
