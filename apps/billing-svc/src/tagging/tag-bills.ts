import { refused } from '@pacioli/errors'
import { askForBills } from '../payables/ask-for-bills.ts'
import { askForPayableAccounts } from '../payables/payable-accounts.ts'
import type { Taggable } from '../tags/taggable.ts'
import { loadBills, lockBills } from '../payables/bill.store.ts'
import { changeBills } from '../payables/change-bills.ts'
import { askForPaymentsOn } from '../payables/payments-on-bills.ts'
import { sourceOfBill, type StoredBill } from '../payables/stored-bill.ts'

/** Tags of a bill or an expense are on all lines of its entries, and on those of payments for it. */
export const taggableBills: Taggable<StoredBill> = {
  load: loadBills,
  lock: async (tx, businessId, ids) => [...(await lockBills(tx, businessId, ids)).values()],
  ask: async (tx, asking, businessId, bills, fieldOf) => {
    askForPayableAccounts(asking)
    await askForBills(tx, asking, businessId, bills, (index) => fieldOf(bills[index]?.id ?? ''))
    await askForPaymentsOn(tx, asking, businessId, bills, ({ id }) => fieldOf(id))
  },
  requireOpen: ({ id, voidedAt }) => {
    if (voidedAt === null) return
    throw refused('BillVoided', `The bill ${id} was voided at ${voidedAt.toISOString()}: its tags stay as they are.`, {
      value: id,
    })
  },
  sourceOf: sourceOfBill,
  write: async (tx, billing, business, books, changes) => {
    const updatedAt = billing.now()
    const written = changes.map(({ before, tags }) => ({
      before,
      after: { ...before, tags, version: before.version + 1, updatedAt },
    }))
    return (await changeBills(tx, billing, business, books, written)).sources
  },
}
