import { refused } from '@pacioli/errors'
import type { AllocateVendorCreditRequest__Output, VendorCreditAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { alterDocument, factsOf } from '../document-writes/create-document.ts'
import { lockDocument, inNextVersion } from '../document-writes/document-changes.ts'
import { requireDocument, requireLive } from '../documents/document-kind.ts'
import { allocateCredit } from '../payables/allocate-to-bills.ts'
import { lockNamedBills } from '../payables/bill-recipients.ts'
import { findNamedBills } from '../payables/named-bills.ts'
import { loadRecognizedOfBills } from '../payables/bill-payment.store.ts'
import { payableAccounts, prefetchPayableAccounts } from '../payables/payable-accounts.ts'
import { accountsOfCredit, prefetchBillsOf } from '../payables/prefetch-bills.ts'
import { recordPayables } from '../payables/record-payables.ts'
import { VENDOR_CREDITS } from '../payables/vendor-credit.kind.ts'
import { tagsWithLines } from '../line-items/carried-by-lines.ts'
import { prefetchAccounts } from '../posting/named-accounts.ts'
import { prefetchTagsThere } from '../posting/prefetch-stored.ts'
import { readRequest } from '../requests/request-reader.ts'
import { creditParts, requestedAllocation } from './requested-credit.ts'

/**
 * Allocates the unallocated amount of a credit to a bill. The payable went down when the credit was received; the cash books
 * recognize both now.
 * @throws VendorCreditNotFound, DocumentDeleted, BillNotFound, VendorMismatch, BillVoided, OverAllocated,
 *   TooManyAllocations, DatedTooEarly, InvalidPayload, AccountArchived, TagValueArchived, BalancingTagViolation, PostingFailed, and what
 *   `alterDocument` throws
 */
export async function allocateVendorCredit(
  billing: Billing,
  request: BusinessWrite,
  { vendor_credit_id, allocation }: AllocateVendorCreditRequest__Output,
): Promise<VendorCreditAnswer> {
  if (!allocation) throw refused('InvalidPayload', 'Expected what to allocate.', { field: 'amount' })
  const requested = readRequest(allocation, requestedAllocation)
  const id = vendor_credit_id.toLowerCase()
  return alterDocument(billing, request, {
    kind: VENDOR_CREDITS,
    prefetch: async (tx, asking) => {
      const credit = await requireDocument(tx, VENDOR_CREDITS, id)
      requireLive(VENDOR_CREDITS, credit)
      prefetchPayableAccounts(asking)
      prefetchAccounts(asking, accountsOfCredit(credit))
      await prefetchTagsThere(tx, asking, tagsWithLines(credit))
      await prefetchBillsOf(tx, asking, [requested], await findNamedBills(tx, [requested]))
    },
    alter: async (deciding) => {
      const { tx, books } = deciding
      const bills = await lockNamedBills(tx, await findNamedBills(tx, [requested]))
      const before = await lockDocument(tx, VENDOR_CREDITS, id)
      requireLive(VENDOR_CREDITS, before)
      const facts = factsOf(deciding)
      const recognized = await loadRecognizedOfBills(
        tx,
        bills.map((bill) => bill.id),
      )
      const parts = creditParts([requested], bills, recognized)
      const made = allocateCredit(before, parts, { ...facts, accounts: payableAccounts(books) })
      const credit = inNextVersion(before, made.credit, facts.now)
      const sources = await recordPayables(deciding, { credits: [credit], bills: made.bills })
      return { after: credit.after, sources, created: true }
    },
  })
}
