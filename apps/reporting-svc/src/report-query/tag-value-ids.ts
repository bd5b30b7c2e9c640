import type { Tx } from '@pacioli/db'
import { findDimension, loadValues } from '../tags/tag.store.ts'
import type { TagFilter } from './report-parameters.ts'

/** The ids of the values that a filter names. A value that does not exist has no lines, as in every list filtered by tags. */
export async function tagValueIdsOf(tx: Tx, businessId: string, { key, values }: TagFilter): Promise<string[]> {
  const dimension = await findDimension(tx, businessId, key)
  return dimension ? (await loadValues(tx, businessId, dimension.id, values)).map(({ id }) => id) : []
}
