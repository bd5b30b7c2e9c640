import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books, type Source } from '@pacioli/postings'
import type { Bill as BillMessage, BillAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { findMatch, refuseMatched } from '../matches/document-match.ts'
import { amountsOf } from '../payables/bill.ts'
import { lockBills } from '../payables/bill.store.ts'
import { changeBills } from '../payables/change-bills.ts'
import { billNotFound, requireBill } from '../payables/get-bill.ts'
import { presentBills } from '../payables/present-bills.ts'
import { sourceOfBill, type StoredBill } from '../payables/stored-bill.ts'

/**
 * Takes a bill or an expense out of the books (endpoint 14): its entries are reversed, line by line as they were posted.
 * Voiding it again answers the same. Possible behind a posting that the ledger refused, too.
 * @throws BillNotFound, BillHasPayments, DocumentMatched, BusinessNotFound, BusinessArchived, VersionConflict,
 *   ServiceUnavailable
 */
export async function voidBill(billing: Billing, request: BusinessWrite, billId: string): Promise<BillAnswer> {
  const business = await meetBusiness(billing, request)
  const seen = await billing.db.transact(request, (tx) => requireBill(tx, business.id, billId))
  if (seen.spending !== null && seen.voidedAt === null)
    refuseMatched(await findMatch(billing, request, seen.id), 'voided')
  const { data, posting } = await decideOnce(billing, request, business, {
    ask: async () => new Asking(),
    write: (tx, books) => write(tx, billing, business, books, seen.id),
  })
  return { ...data, created: false, posting }
}

async function write(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  id: string,
): Promise<{ data: { data: BillMessage | undefined }; sources: Source[] }> {
  const before = (await lockBills(tx, business.id, [id])).get(id)
  if (!before) throw billNotFound(id)
  const after = voided(before, billing.now())
  await changeBills(tx, billing, business, books, [{ before, after }], { isBehindFailed: true })
  const [data] = await presentBills(tx, business.id, [after])
  return { data: { data }, sources: [sourceOfBill(after)] }
}

/** @throws BillHasPayments */
function voided(bill: StoredBill, now: Date): StoredBill {
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
  return { ...bill, voidedAt: now, version: bill.version + 1, updatedAt: now }
}
