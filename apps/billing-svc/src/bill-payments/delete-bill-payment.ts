import { requireBusiness } from '@pacioli/ledger-facts'
import type { BillPaymentAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { alterDocument } from '../document-writes/create-document.ts'
import { nextVersionOf } from '../documents/document.ts'
import { notFound, requireDocument } from '../documents/document-kind.ts'
import { findMatch, refuseMatched } from '../matches/document-match.ts'
import { withoutPayment } from '../payables/allocate-to-bills.ts'
import { BILL_PAYMENTS } from '../payables/bill-payment.kind.ts'
import { lockWithBills } from '../payables/lock-with-bills.ts'
import { requireUnrefunded } from '../payables/refunded-part.ts'
import { recordPayables } from '../payables/record-payables.ts'

/**
 * Deletes a payment with its allocations: reverses its entries and reopens its bills. Repeatable. Also possible behind a
 * posting that the ledger refused.
 * @throws BillPaymentNotFound, DocumentMatched, DocumentRefunded, and what `alterDocument` throws
 */
export async function deleteBillPayment(
  billing: Billing,
  request: BusinessWrite,
  paymentId: string,
): Promise<BillPaymentAnswer> {
  const id = paymentId.toLowerCase()
  await requireBusiness(billing, request)
  const seen = await billing.db.transact(request, (tx) => requireDocument(tx, BILL_PAYMENTS, id))
  if (seen.deletedAt === null) refuseMatched(await findMatch(billing, request, id), 'deleted')
  return alterDocument(billing, request, {
    kind: BILL_PAYMENTS,
    alter: async (deciding) => {
      const { givers, bills } = await lockWithBills(deciding.tx, BILL_PAYMENTS, [id])
      const [before] = givers
      if (!before) throw notFound(BILL_PAYMENTS, id)
      requireUnrefunded(before, BILL_PAYMENTS.noun)
      const now = billing.now()
      const allocations = before.allocations.map((one) => ({ ...one, deletedAt: one.deletedAt ?? now }))
      const after = before.deletedAt === null ? nextVersionOf(before, { allocations, deletedAt: now }, now) : before
      // A concurrent deletion may have committed while this one waited for the locks.
      const owed = bills.filter(({ paid }) => paid.some((part) => part.paymentId === id))
      const change = { payments: [{ before, after }], bills: owed.map((bill) => withoutPayment(bill, id, now)) }
      return { after, sources: await recordPayables(deciding, change, { isBehindFailed: true }) }
    },
  })
}
