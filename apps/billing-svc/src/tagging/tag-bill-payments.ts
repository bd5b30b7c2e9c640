import { loadBills } from '../payables/bill.store.ts'
import { payableAccounts } from '../payables/payable-accounts.ts'
import type { Taggable } from '../tags/taggable.ts'
import { findBillsPaidBy, loadPayments } from '../payables/bill-payment.store.ts'
import type { BillPayment } from '../payables/bill-payment.ts'
import { changePayments, sourceOfPayment } from '../payables/change-payments.ts'
import { lockPaymentsWithBills, requireThere } from '../payables/lock-payments.ts'
import { askToRetag, retagged } from '../payables/retag-payments.ts'

/** Tags of a payment are on its lines, after those of the bills that it pays and of its allocations. */
export const taggablePayments: Taggable<BillPayment> = {
  load: loadPayments,
  lock: async (tx, businessId, ids) => [...(await lockPaymentsWithBills(tx, businessId, ids)).payments.values()],
  ask: askToRetag,
  requireOpen: requireThere,
  sourceOf: sourceOfPayment,
  write: async (tx, billing, business, books, changes) => {
    const billIds = await findBillsPaidBy(
      tx,
      business.id,
      changes.map(({ before }) => before.id),
    )
    const bills = new Map((await loadBills(tx, business.id, billIds)).map((bill) => [bill.id, bill]))
    const facts = { bills, accounts: payableAccounts(books), now: billing.now() }
    const written = changes.map(({ before, tags }) => ({ before, after: retagged(before, tags, facts) }))
    return changePayments(tx, billing, business, books, written)
  },
}
