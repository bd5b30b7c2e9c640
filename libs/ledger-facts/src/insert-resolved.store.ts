import type { Tx } from '@pacioli/db'
import type { AskedAccount, AskedTag } from '@pacioli/postings'
import { accounts, tagDimensions, tagValues } from './reference.store.ts'

/**
 * Inserts what the ledger resolved, where no event has reported it yet, so that what was just named by id can be shown
 * by name. Version 0: the first event of each replaces it.
 */
export async function insertResolved(
  tx: Tx,
  { accounts: asked = [], tags = [] }: { accounts?: readonly AskedAccount[]; tags?: readonly AskedTag[] },
): Promise<void> {
  await Promise.all([
    accounts.insert(tx, { businessId: tx.businessId, parentId: null, archivedAt: null, version: 0 }, asked, {
      orderBy: 'n.account_id',
      onConflict: '(business_id, account_id) DO NOTHING',
    }),
    tagDimensions.insert(
      tx,
      { businessId: tx.businessId, deletedAt: null, version: 0 },
      tags.map((tag) => ({ ...tag, id: tag.dimensionId, displayName: tag.dimensionDisplayName })),
      { orderBy: 'n.dimension_id', onConflict: '(business_id, dimension_id) DO NOTHING' },
    ),
    tagValues.insert(
      tx,
      { businessId: tx.businessId, archivedAt: null, version: 0 },
      tags.map((tag) => ({ ...tag, id: tag.definitionId, displayName: tag.valueDisplayName })),
      { orderBy: 'n.definition_id', onConflict: '(business_id, definition_id) DO NOTHING' },
    ),
  ])
}
