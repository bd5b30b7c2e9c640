import { askForReceivableAccounts } from '../receivables/receivable-accounts.ts'
import type { Taggable } from '../tags/taggable.ts'
import { askForPayouts } from '../receivables/ask-for-documents.ts'
import { recordReceivables } from '../receivables/record-receivables.ts'
import { sourceOfPayout } from '../receivables/payout.postings.ts'
import { loadPayouts, lockPayouts } from '../receivables/payout.store.ts'
import type { Payout } from '../receivables/payout.ts'

/** Tags of a payout are on its fee and on its other transactions, after theirs; its members bring their own. */
export const taggablePayouts: Taggable<Payout> = {
  load: loadPayouts,
  lock: async (tx, businessId, ids) => [...(await lockPayouts(tx, businessId, ids)).values()],
  ask: async (tx, asking, businessId, payouts, fieldOf) => {
    askForReceivableAccounts(asking)
    await askForPayouts(tx, asking, businessId, payouts, ({ id }) => [fieldOf(id)])
  },
  requireOpen: () => undefined,
  sourceOf: sourceOfPayout,
  write: (tx, billing, business, books, changes) => {
    const updatedAt = billing.now()
    const payouts = changes.map(({ before, tags }) => ({
      before,
      after: { ...before, tags, version: before.version + 1, updatedAt },
    }))
    return recordReceivables(tx, billing, business, books, { payouts })
  },
}
