import { loadTagDefinitions } from '@pacioli/ledger-facts'
import { askForPayableAccounts } from '../payables/payable-accounts.ts'
import { definitionIdsOf } from '../tags/present-tags.ts'
import { askKeptTags } from '../tags/tag-inputs.ts'
import type { Taggable } from '../tags/taggable.ts'
import { changeCredits, sourceOfCredit } from '../payables/change-credits.ts'
import { requireThere } from '../payables/lock-credits.ts'
import { loadCredits, lockCredits } from '../payables/vendor-credit.store.ts'
import type { VendorCredit } from '../payables/vendor-credit.ts'
import { askForAccounts } from '../posting/named-accounts.ts'

const tagsOf = ({ tags, lineItems }: VendorCredit) => [...tags, ...lineItems.flatMap((line) => line.tags)]

/** Tags of a credit are on all lines of its entry. What it has allocated posts nothing. */
export const taggableCredits: Taggable<VendorCredit> = {
  load: loadCredits,
  lock: lockCredits,
  ask: async (tx, asking, businessId, credits, fieldOf) => {
    askForPayableAccounts(asking)
    askForAccounts(
      asking,
      credits.flatMap(({ lineItems }) => lineItems.map(({ accountId }) => accountId)),
    )
    const known = await loadTagDefinitions(tx, businessId, definitionIdsOf(...credits.map(tagsOf)))
    for (const credit of credits) askKeptTags(asking, tagsOf(credit), known, fieldOf(credit.id))
  },
  requireOpen: requireThere,
  sourceOf: sourceOfCredit,
  write: (tx, billing, business, books, changes) => {
    const updatedAt = billing.now()
    const written = changes.map(({ before, tags }) => ({
      before,
      after: { ...before, tags, version: before.version + 1, updatedAt },
    }))
    return changeCredits(tx, billing, business, books, written)
  },
}
