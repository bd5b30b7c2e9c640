import { requireBusiness } from '@pacioli/ledger-facts'
import type { VendorRefundAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { alterDocument } from '../document-writes/create-document.ts'
import { lockDocument } from '../document-writes/document-changes.ts'
import { requireDocument } from '../documents/document-kind.ts'
import { nextVersionOf } from '../documents/document.ts'
import { findMatch, refuseMatched } from '../matches/document-match.ts'
import { lockPayments } from '../payables/bill-payment.store.ts'
import { prefetchPayableAccounts } from '../payables/payable-accounts.ts'
import { recordPayables } from '../payables/record-payables.ts'
import { lockCredits } from '../payables/vendor-credit.store.ts'
import { VENDOR_REFUNDS } from '../payables/vendor-refund.kind.ts'
import { unrefunded } from '../payables/vendor-refund.ts'

/**
 * Deletes a refund: reverses its entries, and its payments and credits have again what it took. Repeatable. Also possible
 * behind a posting that the ledger refused.
 * @throws VendorRefundNotFound, DocumentMatched, and what `alterDocument` throws
 */
export async function deleteVendorRefund(
  billing: Billing,
  request: BusinessWrite,
  refundId: string,
): Promise<VendorRefundAnswer> {
  const id = refundId.toLowerCase()
  await requireBusiness(billing, request)
  const seen = await billing.db.transact(request, (tx) => requireDocument(tx, VENDOR_REFUNDS, id))
  if (seen.deletedAt === null) refuseMatched(await findMatch(billing, request, id), 'deleted')
  // What it is of never changes.
  const paymentIds = seen.allocations.flatMap(({ paymentId }) => paymentId ?? [])
  const creditIds = seen.allocations.flatMap(({ vendorCreditId }) => vendorCreditId ?? [])
  return alterDocument(billing, request, {
    kind: VENDOR_REFUNDS,
    prefetch: (_tx, asking) => Promise.resolve(prefetchPayableAccounts(asking)),
    alter: async (deciding) => {
      const { tx } = deciding
      const payments = await lockPayments(tx, paymentIds)
      const credits = await lockCredits(tx, creditIds)
      const before = await lockDocument(tx, VENDOR_REFUNDS, id)
      if (before.deletedAt !== null) return { after: before, sources: [] }
      const now = billing.now()
      const allocations = before.allocations.map((one) => ({ ...one, deletedAt: now }))
      const after = nextVersionOf(before, { allocations, deletedAt: now }, now)
      const change = {
        payments: unrefunded(payments, before, now),
        credits: unrefunded(credits, before, now),
        refunds: [{ before, after }],
      }
      return { after, sources: await recordPayables(deciding, change, { isBehindFailed: true }) }
    },
  })
}
