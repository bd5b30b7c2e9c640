/**
 * Searches by SQL functions of one contract: one gathers and sorts few matches, one walks many in their order, one counts.
 * Pure.
 */
import type { Page } from './index.ts'

/** A match and its position in the order. */
export type Found = { id: string; sort_key: string }

export type FoundPage = { rows: Found[]; total: number }

/** What the functions take of a page, after the filter. */
export const pageParameters = ({ sortBy, sortOrder, after, limit }: Page): unknown[] => [
  sortBy,
  sortOrder === 'DESC',
  after?.[0] ?? null,
  after?.[1] ?? null,
  // One more than the page shows reveals whether more follow.
  limit + 1,
]

/** A row of what gathers: `found` is the number of all matches, which comes without an id where none follows. */
export type GatheredRow = { id: string | null; sort_key: string; found: string }

/** The page, and the total number of matches; undefined if it exceeds `most`. */
export function gatheredPage(rows: readonly GatheredRow[], most: number): FoundPage | undefined {
  const total = Number(rows[0]?.found ?? 0)
  if (total > most) return undefined
  return { rows: rows.flatMap(({ id, sort_key }) => (id === null ? [] : [{ id, sort_key }])), total }
}

/** The functions, with the filter and the page. */
export type Search = {
  gather: () => Promise<FoundPage | undefined>
  walk: () => Promise<Found[]>
  count: () => Promise<number>
}

/**
 * Gathers where something is filtered and at most `mostGathered` match, as far as is known; walks otherwise.
 * @param total where it is known
 */
export async function searchPage(
  filter: object,
  total: number | undefined,
  mostGathered: number,
  { gather, walk, count }: Search,
): Promise<FoundPage> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  if (isFiltered && (total === undefined || total <= mostGathered)) {
    const gathered = await gather()
    if (gathered) return { ...gathered, total: total ?? gathered.total }
  }
  return { total: total ?? (await count()), rows: await walk() }
}
