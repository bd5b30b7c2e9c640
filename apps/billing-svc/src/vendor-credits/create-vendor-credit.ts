import type { VendorCreditAnswer, VendorCreditInput__Output } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { requireActive } from '../contacts/contact.ts'
import { VENDORS } from '../contacts/vendor.ts'
import { createDocument } from '../document-writes/create-document.ts'
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
    requested,
    find: async (tx) => {
      const recipients = await findRecipients(tx, requested)
      requireActive(VENDORS, recipients.vendor, requested.vendor)
      return recipients
    },
    prefetch: (_tx, asking) => {
      prefetchPayableAccounts(asking)
      prefetchCredit(asking, requested)
    },
    lock: async (deciding, found) => {
      const { tx, business, books } = deciding
      const { vendor, bills } = await lockRecipients(tx, requested, found)
      requireActive(VENDORS, vendor, requested.vendor)
      return async () => {
        // A total of zero posts nothing.
        if (requested.lines.some(({ amount }) => amount !== 0))
          books.requireOpenAt(requested.documentDate, 'received_at')
        const making = { newId: billing.newId, now: billing.now() }
        const credit = newCredit({ businessId: business.id, contactId: vendor.id }, requested, books, making)
        const parts = requested.allocations.flatMap((one, index) => {
          const bill = bills[index]
          return bill ? [{ ...one, bill }] : []
        })
        const made = allocateCredit(credit, parts, making)
        const change = { credits: [{ before: null, after: made.credit }], bills: made.bills }
        return { made: made.credit, sources: await recordPayables(deciding, change) }
      }
    },
  })
}
