/**
 * Pages of a listing by keyset. A cursor contains where the last page ended and how many rows the filters matched; it
 * is signed with a key that all replicas share and bound to its listing, with filters and sort.
 */
import { refused } from '@pacioli/errors'
import { createHmac, timingSafeEqual } from 'node:crypto'

export { containing, isKeepable, kept, rangeOf, requireTagPair, wordsOf } from './filters.ts'

export const DEFAULT_LIMIT = 100
export const MAX_LIMIT = 500

export type SortOrder = 'ASC' | 'DESC'

/** The page parameters of a request. */
export type PageRequest = {
  cursor?: string | undefined
  limit?: number | undefined
  sort_by?: string | undefined
  sort_order?: string | undefined
}

/** A listing: its sorts, and the default. */
export type Listing = { name: string; sorts: readonly [string, ...string[]]; defaultOrder: SortOrder }

/** Where a page starts: after the sort key of the last row seen. */
export type Page = {
  limit: number
  sortBy: string
  sortOrder: SortOrder
  after: readonly string[] | undefined
  /** Counted on the first page. */
  totalCount: number | undefined
}

export type Pagination = {
  sort_by: string
  sort_order: SortOrder
  cursor?: string
  has_more: boolean
  total_count: number
}

/** What distinguishes listings: tenant, name and filters. Any JSON value that is built the same way each time. */
export type ListingScope = readonly unknown[]

/** A cursor: its content, and 128 bits of signature over that and what it is bound to. */
const spelled = (key: Buffer, payload: string, bound: string): string => {
  const signature = createHmac('sha256', key).update(payload).update('\n').update(bound).digest().subarray(0, 16)
  return `${payload}.${signature.toString('base64url')}`
}

const boundTo = (listing: Listing, scope: ListingScope, sortBy: string, sortOrder: string): string =>
  JSON.stringify([listing.name, scope, sortBy, sortOrder])

/** @throws InvalidCursor when the cursor is malformed, altered, or of another listing, filter or sort. */
export function readPage(key: Buffer, listing: Listing, scope: ListingScope, request: PageRequest): Page {
  const sortBy = request.sort_by ?? listing.sorts[0]
  const sortOrder = (request.sort_order ?? listing.defaultOrder) as SortOrder
  if (!listing.sorts.includes(sortBy))
    throw refused('InvalidQuery', `sort_by is one of ${listing.sorts.join(', ')}.`, { field: 'sort_by', value: sortBy })
  if (sortOrder !== 'ASC' && sortOrder !== 'DESC')
    throw refused('InvalidQuery', 'sort_order is ASC or DESC.', { field: 'sort_order', value: sortOrder })
  const limit = request.limit ?? DEFAULT_LIMIT
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
    throw refused('InvalidQuery', `limit is a whole number from 1 to ${MAX_LIMIT}.`, { field: 'limit', value: limit })
  if (request.cursor === undefined) return { limit, sortBy, sortOrder, after: undefined, totalCount: undefined }

  const [payload = ''] = request.cursor.split('.')
  // Compared as text: another spelling of the same bytes is not what we issued.
  const expected = Buffer.from(spelled(key, payload, boundTo(listing, scope, sortBy, sortOrder)))
  const given = Buffer.from(request.cursor)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw invalidCursor()
  const [totalCount, ...after] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [number, ...string[]]
  return { limit, sortBy, sortOrder, after, totalCount }
}

const invalidCursor = () =>
  refused(
    'InvalidCursor',
    'The cursor is not one of this listing with these filters and this sort. Start again without a cursor.',
    { field: 'cursor' },
  )

/** The pagination of an answer. `last` is the sort key of its last row, when more rows follow. */
export function paginationOf(
  key: Buffer,
  listing: Listing,
  scope: ListingScope,
  page: Page,
  totalCount: number,
  last: readonly string[] | undefined,
): Pagination {
  const base = { sort_by: page.sortBy, sort_order: page.sortOrder, total_count: totalCount }
  if (last === undefined) return { ...base, has_more: false }
  const payload = Buffer.from(JSON.stringify([totalCount, ...last])).toString('base64url')
  const cursor = spelled(key, payload, boundTo(listing, scope, page.sortBy, page.sortOrder))
  return { ...base, cursor, has_more: true }
}

/** Where a page ends early, in bytes of its answer. */
const MAX_PAGE_BYTES = 3 * 1024 * 1024

/** How many items fit on a page, given their sizes in an answer; at least one. */
export function fittingInBytes<Item>(items: readonly Item[], bytesOf: (item: Item) => number): number {
  let bytes = 0
  const tooMany = items.findIndex((item, index) => (bytes += bytesOf(item)) > MAX_PAGE_BYTES && index > 0)
  return tooMany < 0 ? items.length : tooMany
}

/** The size of a message in an answer. */
export const messageBytes = (message: object): number => Buffer.byteLength(JSON.stringify(message))

/** The first of these, at least one, that together have at most `maxParts` parts. */
export function withFewParts(
  ids: readonly string[],
  parts: ReadonlyMap<string, number>,
  maxParts: number,
): readonly string[] {
  let sum = 0
  const tooMany = ids.findIndex((id, index) => (sum += parts.get(id) ?? 0) > maxParts && index > 0)
  return tooMany < 0 ? ids : ids.slice(0, tooMany)
}
