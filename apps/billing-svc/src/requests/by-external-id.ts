/**
 * Rows in the order of their external ids, those without one first. All requests insert in this order, which avoids
 * deadlocks.
 */
export const byExternalId = <Row extends { id: string; externalId?: string | null }>(rows: readonly Row[]): Row[] =>
  [...rows].sort(({ externalId: one }, { externalId: other }) => compare(one ?? '', other ?? ''))

/** By code units: any order will do if all requests use the same. */
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
