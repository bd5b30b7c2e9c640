/** What a kind of resources is found by. */

/** Columns of the row `k`, or SQL over it; null where there is none. */
export type Kind = {
  /** What it is called, as a text of SQL where that depends on the row. */
  type: string | { sql: string }
  /** The table as `k`, with what it is joined to. */
  from: string
  /** Whose it is; `k.business_id` unless given. */
  businessId?: string
  /** What it is found by as an id, `k.id` unless given; and what it is told by. */
  id?: string | null
  shownId?: string
  externalId?: string | null
  referenceNumber?: string | null
  requestId?: string | null
  /** The condition for one of a request, $2, where that is no comparison with `requestId`. */
  ofRequest?: string
  /** When it was made: a column, or `id` where the id says so. */
  createdAt?: string | null
  /** What it is a part of, where its path goes by that. */
  parent?: string
  /** Which rows count. */
  live?: string
}

/** Of what it may be found by, with the best first. */
export const MATCHES = ['ID', 'EXTERNAL_ID', 'REFERENCE_NUMBER', 'REQUEST_ID'] as const
export type Match = (typeof MATCHES)[number]

/** Something that was found. */
export type Found = {
  type: string
  id: string
  parent: string | null
  externalId: string | null
  referenceNumber: string | null
  requestId: string | null
  createdAt: Date | null
  match: Match
}

/** The one that is meant of each thing, which may be found by several: the first. */
export function distinct(found: readonly Found[]): Found[] {
  const seen = new Set<string>()
  return found.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** An id of version 7 begins with the milliseconds in which it was made. */
export const createdAt = (id: string): Date | null =>
  id[14] === '7' ? new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) : null
