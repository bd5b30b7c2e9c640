import type { Tx } from '@pacioli/db'
import { meetBusiness, type KnownBusiness } from '@pacioli/ledger-facts'
import { Asking, decideOnce, type Books, type Source } from '@pacioli/postings'
import type { BillPaymentAnswer } from '@pacioli/protos/billing'
import type { BusinessWrite } from '@pacioli/rpc'
import type { Billing } from '../billing.ts'
import { withoutPayment } from '../payables/bill-parts.ts'
import { findMatch, refuseMatched } from '../matches/document-match.ts'
import { recordBills } from '../payables/record-bills.ts'
import type { BillPayment } from '../payables/bill-payment.ts'
import { changePayments, sourceOfPayment } from '../payables/change-payments.ts'
import { lockPaymentsWithBills, requirePayment } from '../payables/lock-payments.ts'
import { presentPayments } from '../payables/present-bill-payments.ts'

type Answer = Pick<BillPaymentAnswer, 'data' | 'created'>

/**
 * Takes a payment back, and what it has allocated with it: its entries are reversed, and its bills are owed again. Deleting
 * it again answers the same. Possible behind a posting that the ledger refused, too.
 * @throws BillPaymentNotFound, DocumentMatched, BusinessNotFound, BusinessArchived, VersionConflict, ServiceUnavailable
 */
export async function deleteBillPayment(
  billing: Billing,
  request: BusinessWrite,
  paymentId: string,
): Promise<BillPaymentAnswer> {
  const business = await meetBusiness(billing, request)
  const id = paymentId.toLowerCase()
  const seen = await billing.db.transact(request, (tx) => requirePayment(tx, business.id, id))
  if (seen.deletedAt === null) refuseMatched(await findMatch(billing, request, id), 'deleted')
  const { data, posting } = await decideOnce<Answer>(billing, request, business, {
    ask: async () => new Asking(),
    write: (tx, books) => write(tx, billing, business, books, id),
  })
  return { ...data, posting }
}

async function write(
  tx: Tx,
  billing: Billing,
  business: KnownBusiness,
  books: Books,
  id: string,
): Promise<{ data: Answer; sources: Source[] }> {
  const { payments, bills } = await lockPaymentsWithBills(tx, business.id, [id])
  const before = payments.get(id)
  if (!before) throw new Error(`the payment ${id} was there, and payments stay`)
  const now = billing.now()
  const after = before.deletedAt === null ? deleted(before, now) : before
  await changePayments(tx, billing, business, books, [{ before, after }], { isBehindFailed: true })
  // Who waited for another deletion holds the bills, too, which have nothing of it by now.
  const owed = [...bills.values()].filter(({ paid }) => paid.some(({ paymentId }) => paymentId === id))
  await recordBills(
    tx,
    billing,
    business.id,
    owed.map((bill) => withoutPayment(bill, id, now)),
  )
  return {
    data: { data: (await presentPayments(tx, business.id, [after]))[0], created: false },
    sources: [sourceOfPayment(after)],
  }
}

const deleted = (payment: BillPayment, now: Date): BillPayment => ({
  ...payment,
  allocations: payment.allocations.map((allocation) => ({ ...allocation, deletedAt: allocation.deletedAt ?? now })),
  version: payment.version + 1,
  updatedAt: now,
  deletedAt: now,
})
