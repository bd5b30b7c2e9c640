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
import { recordPayables } from '../payables/record-payables.ts'
import { VENDOR_CREDITS } from '../payables/vendor-credit.kind.ts'
import { readRequest } from '../requests/request-reader.ts'
import { requestedAllocation } from './requested-credit.ts'

/**
 * Allocates the unallocated amount of a credit to a bill. It posts nothing: the payable went down when the credit was
 * received.
 * @throws VendorCreditNotFound, DocumentDeleted, BillNotFound, VendorMismatch, BillVoided, OverAllocated,
 *   TooManyAllocations, InvalidPayload, and what `alterDocument` throws
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
    prefetch: async (tx) => requireLive(VENDOR_CREDITS, await requireDocument(tx, VENDOR_CREDITS, id)),
    alter: async (deciding) => {
      const { tx } = deciding
      const bills = await lockNamedBills(tx, await findNamedBills(tx, [requested]))
      const before = await lockDocument(tx, VENDOR_CREDITS, id)
      requireLive(VENDOR_CREDITS, before)
      const facts = factsOf(deciding)
      const parts = bills.map((bill) => ({ ...requested, bill }))
      const made = allocateCredit(before, parts, facts)
      const credit = inNextVersion(before, made.credit, facts.now)
      const sources = await recordPayables(deciding, { credits: [credit], bills: made.bills })
      return { after: credit.after, sources, created: true }
    },
  })
}
