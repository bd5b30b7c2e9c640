/** How a kind of resources is found. */

/** Columns of the row `k`, or SQL over it; null where there is none. */
export type Kind = {
  /** Its name, or SQL where that depends on the row. */
  type: string | { sql: string }
  /** The table as `k`, with its joins. */
  from: string
  /** Its business; `k.business_id` by default. */
  businessId?: string
  /** The id it is found by, `k.id` by default; and the id that is shown. */
  id?: string | null
  shownId?: string
  externalId?: string | null
  referenceNumber?: string | null
  requestId?: string | null
  /** The condition for the request $2, where that is no comparison with `requestId`. */
  ofRequest?: string
  /** When it was created: a column, or `id` where the id contains it. */
  createdAt?: string | null
  /** The parent whose path it has. */
  parent?: string
  /** The condition for rows that count. */
  live?: string
}

/** The ways of matching, best first. */
export const MATCHES = ['ID', 'EXTERNAL_ID', 'REFERENCE_NUMBER', 'REQUEST_ID'] as const
export type Match = (typeof MATCHES)[number]

/** A found resource. */
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

/** Keeps the first match of each resource. */
export function distinct(found: readonly Found[]): Found[] {
  const seen = new Set<string>()
  return found.filter(({ id }) => !seen.has(id) && seen.add(id))
}

/** When an id of version 7 was created: it begins with the milliseconds. */
export const createdAt = (id: string): Date | null =>
  id[14] === '7' ? new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) : null
