/** What lists of vendors and documents are filtered by alike. */
import type { Tx } from '@pacioli/db'
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
