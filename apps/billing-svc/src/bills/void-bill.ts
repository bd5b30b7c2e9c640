import { refused } from '@pacioli/errors'
import { requireBusiness } from '@pacioli/ledger-facts'
import type { BillAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { alterDocument } from '../document-writes/create-document.ts'
import { lockDocument } from '../document-writes/document-changes.ts'
import { nextVersionOf } from '../documents/document.ts'
import { requireDocument } from '../documents/document-kind.ts'
import { findMatch, refuseMatched } from '../matches/document-match.ts'
import { BILLS } from '../payables/bill.kind.ts'
import { amountsOf, type Bill } from '../payables/bill.ts'
import { recordPayables } from '../payables/record-payables.ts'

/**
 * Voids a bill or an expense: its entries are reversed line by line as they were posted. Repeatable. Also possible behind a
 * posting that the ledger refused.
 * @throws BillNotFound, BillHasPayments, DocumentMatched, and what `alterDocument` throws
 */
export async function voidBill(billing: Billing, request: BusinessWrite, billId: string): Promise<BillAnswer> {
  await requireBusiness(billing, request)
  const seen = await billing.db.transact(request, (tx) => requireDocument(tx, BILLS, billId))
  if (seen.spending !== null && seen.voidedAt === null)
    refuseMatched(await findMatch(billing, request, seen.id), 'voided')
  return alterDocument(billing, request, {
    kind: BILLS,
    alter: async (deciding) => {
      const before = await lockDocument(deciding.tx, BILLS, seen.id)
      const after = voided(before, billing.now())
      const sources = await recordPayables(deciding, { bills: [{ before, after }] }, { isBehindFailed: true })
      return { after, sources }
    },
  })
}

/** @throws BillHasPayments */
function voided(bill: Bill, now: Date): Bill {
  if (bill.voidedAt !== null) return bill
  const { paidAmount, creditedAmount } = amountsOf(bill)
  if (paidAmount + creditedAmount > 0)
    throw refused(
      'BillHasPayments',
      `${paidAmount} of payments and ${creditedAmount} of vendor credits are allocated to the bill. Delete the payments and take the credits back first.`,
      {
        payment_ids: bill.paid.map(({ paymentId }) => paymentId),
        vendor_credit_ids: bill.credited.map(({ vendorCreditId }) => vendorCreditId),
      },
    )
  return nextVersionOf(bill, { voidedAt: now }, now)
}
