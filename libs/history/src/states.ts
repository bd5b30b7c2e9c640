import type { Tx } from '@pacioli/db'
import { refused } from '@pacioli/errors'
import type { VersionThen } from './history.store.ts'

/** A version that there was. */
export type KnownVersion = VersionThen & { version: number }

/**
 * The states of what the history has no states of, because its service keeps all versions elsewhere, by type: as JSON, in the order
 * of the versions.
 */
export type StatesElsewhere = Readonly<
  Record<string, (tx: Tx, businessId: string, versions: readonly KnownVersion[]) => Promise<(string | null)[]>>
>

/** The states of versions, in their order; null where there was nothing yet, and where they are not known. */
export async function statesOf(
  tx: Tx,
  businessId: string,
  versions: readonly VersionThen[],
  elsewhere: StatesElsewhere,
): Promise<(string | null)[]> {
  const states = versions.map(({ state }) => state)
  for (const [type, read] of Object.entries(elsewhere)) {
    const of = versions.flatMap(({ version, ...one }, index) =>
      one.aggregateType === type && one.state === null && version !== null ? [{ ...one, version, index }] : [],
    )
    const found = of.length > 0 ? await read(tx, businessId, of) : []
    for (const [nth, { index }] of of.entries()) states[index] = found[nth] ?? null
  }
  return states
}

/** @throws HistoryIncomplete for a version whose state is not known */
export function requireKnown(versions: readonly VersionThen[], states: readonly (string | null)[]): void {
  for (const [index, { aggregateType, aggregateId, version }] of versions.entries())
    if (version !== null && states[index] === null)
      throw refused(
        'HistoryIncomplete',
        `${aggregateType} ${aggregateId} is older than the history of the business, and has changed since: what it was is not known. ` +
          'Ask for a later moment.',
      )
}
