import { writeOnce, type Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { stageEvents } from '@pacioli/events'
import type { TagDimension, UpdateTagDimensionRequest__Output } from '@pacioli/protos/ledger'
import { type BusinessWrite, isUuid } from '@pacioli/rpc'
import type { Books } from '../books/books.ts'
import { lockBooksToChange, raiseEpoch } from '../books/change-books.ts'
import type { Ledger } from '../ledger.ts'
import { changeDimension, deleteDimension as deleted, type Dimension } from './dimension.ts'
import { findUnbalancedEntries, isInUse, loadDimension, updateDimension as write } from './dimension.store.ts'
import { toStrictness } from './strictness.ts'
import { dimensionEvent, toDimensionMessage } from './tag.messages.ts'
import { loadShownValues } from './tag-value.store.ts'

type Answer = { data: TagDimension; created: boolean }

export const dimensionNotFound = (dimensionId: string) =>
  refused('TagDimensionNotFound', `The business has no tag dimension ${dimensionId}.`, {
    field: 'dimensionId',
    value: dimensionId,
  })

/** How many entries a refusal names. */
const MAX_NAMED = 10

/**
 * Renames a dimension or changes its strictness. It becomes BALANCING only if every entry that carries its values balances
 * by them already.
 * @throws TagDimensionNotFound, DuplicateTagKey, BalancingTagViolation, BusinessNotFound, BusinessArchived
 */
export async function updateDimension(
  ledger: Ledger,
  request: BusinessWrite,
  input: UpdateTagDimensionRequest__Output,
): Promise<Answer> {
  const now = ledger.now()
  const change = {
    key: input.key,
    displayName: input.cleared.includes('display_name') ? null : input.display_name,
    strictness: toStrictness(input.strictness),
    userVisible: input.user_visible,
  }
  return rewrite(ledger, request, input.dimension_id, 'updated', now, async (tx, dimension, books) => {
    if (dimension.deletedAt !== null) throw dimensionNotFound(dimension.id)
    const changed = changeDimension(dimension, change, { now, epoch: books.epoch + 1 })
    if (changed.balancingEpoch !== null && dimension.balancingEpoch === null)
      await refuseUnbalanced(tx, request.businessId, dimension)
    return changed
  })
}

async function refuseUnbalanced(tx: Tx, businessId: string, { id, key }: Dimension): Promise<void> {
  const entryIds = await findUnbalancedEntries(tx, businessId, id, MAX_NAMED)
  if (entryIds.length > 0)
    throw refused(
      'BalancingTagViolation',
      `Entries do not balance by the values of ${key}. Reverse them or change their tags, then make it BALANCING.`,
      { field: 'strictness', value: 'BALANCING', entry_ids: entryIds },
    )
}

/**
 * Deletes an unused dimension; its key is free again. Deleting twice changes nothing.
 * @throws TagDimensionNotFound, TagDimensionInUse, BusinessNotFound, BusinessArchived
 */
export function deleteDimension(ledger: Ledger, request: BusinessWrite, dimensionId: string): Promise<Answer> {
  const now = ledger.now()
  return rewrite(ledger, request, dimensionId, 'deleted', now, async (tx, dimension) => {
    if (dimension.deletedAt !== null) return dimension
    if (await isInUse(tx, request.businessId, dimension.id))
      throw refused(
        'TagDimensionInUse',
        `Entries or documents carry values of ${dimension.key}, or did: archive its values instead.`,
        {
          field: 'dimensionId',
          value: dimension.id,
        },
      )
    return deleted(dimension, now)
  })
}

function rewrite(
  ledger: Ledger,
  request: BusinessWrite,
  dimensionId: string,
  event: 'updated' | 'deleted',
  now: Date,
  decide: (tx: Tx, dimension: Dimension, books: Books) => Promise<Dimension>,
): Promise<Answer> {
  return writeOnce(ledger.db, request, now, async (tx) => {
    const books = await lockBooksToChange(tx, request)
    const dimension = isUuid(dimensionId) ? await loadDimension(tx, books.businessId, dimensionId) : undefined
    if (!dimension) throw dimensionNotFound(dimensionId)
    const changed = await decide(tx, dimension, books)
    if (changed !== dimension) {
      await write(tx, books.businessId, changed)
      await raiseEpoch(tx, ledger, books)
      await stageEvents(tx, [dimensionEvent(books.businessId, changed, event, ledger.newId(), now)])
      tx.afterCommit(ledger.notify)
    }
    const shown = await loadShownValues(tx, books.businessId, [changed.id])
    return { data: toDimensionMessage(changed, shown.get(changed.id) ?? []), created: false }
  })
}
