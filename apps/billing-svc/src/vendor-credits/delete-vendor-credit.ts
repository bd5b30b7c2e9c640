import type { VendorCreditAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { alterDocument } from '../document-writes/create-document.ts'
import { nextVersionOf } from '../documents/document.ts'
import { notFound, requireDocument } from '../documents/document-kind.ts'
import { takeBack } from '../payables/allocate-to-bills.ts'
import { lockWithBills } from '../payables/lock-with-bills.ts'
import { requireUnrefunded } from '../payables/refunded-part.ts'
import { recordPayables } from '../payables/record-payables.ts'
import { VENDOR_CREDITS } from '../payables/vendor-credit.kind.ts'

/**
 * Deletes a credit with its allocations: reverses its entries and reopens its bills. Repeatable. Also possible behind a
 * posting that the ledger refused.
 * @throws VendorCreditNotFound, DocumentRefunded, and what `alterDocument` throws
 */
export function deleteVendorCredit(
  billing: Billing,
  request: BusinessWrite,
  creditId: string,
): Promise<VendorCreditAnswer> {
  const id = creditId.toLowerCase()
  return alterDocument(billing, request, {
    kind: VENDOR_CREDITS,
    prefetch: (tx) => requireDocument(tx, VENDOR_CREDITS, id),
    alter: async (deciding) => {
      const { givers, bills } = await lockWithBills(deciding.tx, VENDOR_CREDITS, [id])
      const [before] = givers
      if (!before) throw notFound(VENDOR_CREDITS, id)
      requireUnrefunded(before, VENDOR_CREDITS.noun)
      const now = billing.now()
      const taken = takeBack(before, new Set(before.allocations.map((one) => one.id)), bills, now)
      const after = before.deletedAt === null ? nextVersionOf(taken.credit, { deletedAt: now }, now) : before
      const change = { credits: [{ before, after }], bills: taken.bills }
      return { after, sources: await recordPayables(deciding, change, { isBehindFailed: true }) }
    },
  })
}
