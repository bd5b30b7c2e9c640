import type { Tx } from '@pacioli/db'
import { writeLater } from '@pacioli/db/table'
import type { AskedAccount, AskedTag } from '@pacioli/postings'
import { accounts, tagDimensions, tagValues } from './reference.store.ts'

/**
 * Inserts what the ledger resolved, where no event has reported it yet, so that what was just named by id can be shown
 * by name. Version 0: the first event of each replaces it.
 */
export function insertResolved(
  tx: Tx,
  { accounts: asked = [], tags = [] }: { accounts?: readonly AskedAccount[]; tags?: readonly AskedTag[] },
): void {
  writeLater(tx, [
    accounts.inserting({ businessId: tx.businessId, parentId: null, archivedAt: null, version: 0 }, asked, {
      orderBy: 'n.account_id',
      onConflict: '(business_id, account_id) DO NOTHING',
    }),
    tagDimensions.inserting(
      { businessId: tx.businessId, deletedAt: null, version: 0 },
      tags.map((tag) => ({ ...tag, id: tag.dimensionId, displayName: tag.dimensionDisplayName })),
      { orderBy: 'n.dimension_id', onConflict: '(business_id, dimension_id) DO NOTHING' },
    ),
    tagValues.inserting(
      { businessId: tx.businessId, archivedAt: null, version: 0 },
      tags.map((tag) => ({ ...tag, id: tag.definitionId, displayName: tag.valueDisplayName })),
      { orderBy: 'n.definition_id', onConflict: '(business_id, definition_id) DO NOTHING' },
    ),
  ])
}
