/** What lists of vendors and documents are filtered by alike. */
import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import { findDefinitions } from '@pacioli/ledger-facts'
import { isKeepable, requireTagPair } from '@pacioli/paging'

export type TagFilter = { tag_key?: string | undefined; tag_values?: readonly string[] | undefined }

/**
 * The tag values of which one must be carried, as they are called now; undefined where the filter asks for no tags, empty
 * where nothing has what it asks for.
 * @throws MissingTagValues
 */
export async function definitionsOf(
  tx: Tx,
  businessId: string,
  { tag_key, tag_values = [] }: TagFilter,
): Promise<string[] | undefined> {
  requireTagPair(tag_key, tag_values)
  if (tag_key === undefined) return undefined
  return isKeepable(tag_key) ? findDefinitions(tx, businessId, tag_key, tag_values.filter(isKeepable)) : []
}

/** Refuses what the filter `field` never can be. @throws InvalidQuery */
export function requireOneOf(field: string, asked: readonly string[], all: readonly string[]): void {
  const unknown = asked.find((value) => !all.includes(value))
  if (unknown !== undefined)
    throw refused('InvalidQuery', `${field}: expected one of ${all.join(', ')}.`, { field, value: unknown })
}

/** Conditions on a payment or credit `d`: of deleted ones nothing is left to allocate. */
export function standing(asked: { include_deleted?: boolean; has_unallocated?: boolean }): string[] {
  const live = 'd.deleted_at IS NULL'
  const { include_deleted: withDeleted = false, has_unallocated: hasUnallocated } = asked
  if (hasUnallocated === true) return ['d.unallocated_amount > 0', live]
  if (withDeleted) return hasUnallocated === false ? ['(d.unallocated_amount = 0 OR d.deleted_at IS NOT NULL)'] : []
  return hasUnallocated === false ? ['d.unallocated_amount = 0', live] : [live]
}
