/**
 * Rows in the order of their external ids, those without one first: as all requests insert them, so that two with the same
 * ones never wait for each other.
 */
export const byExternalId = <Row extends { externalId: string | null }>(rows: readonly Row[]): Row[] =>
  [...rows].sort(({ externalId: one }, { externalId: other }) => compare(one ?? '', other ?? ''))

/** By code units: what order it is does not matter, that all have the same does. */
const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other))
