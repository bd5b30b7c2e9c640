/** What a state of an event comes from. Rows of several businesses are written together, so each names its own. */
export type Origin = {
  businessId: string
  eventId: string
  /** The position of the version in the history of its owner; null for what is older than that. */
  recorded: number | null
}

/** What tells things of all businesses apart. */
type Identity = { businessId: string; id: string }

export const keyOf = ({ businessId, id }: Identity): string => `${businessId} ${id}`

/**
 * The newest version of each thing in a batch, in the order of businesses and ids, in which rows are locked. Pure.
 * @param of reads the business, the id and the version of a thing
 */
export function newestOf<Thing extends Pick<Origin, 'recorded'>>(
  things: readonly Thing[],
  of: (thing: Thing) => Identity & { version: number },
): Thing[] {
  const newest = new Map<string, { thing: Thing; version: number }>()
  for (const thing of things) {
    const versioned = of(thing)
    const { version } = versioned
    const key = keyOf(versioned)
    const other = newest.get(key)
    const isPlaced = other?.version === version && thing.recorded !== null
    if (!other || other.version < version || isPlaced) newest.set(key, { thing, version })
  }
  return [...newest.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { thing }]) => thing)
}

/** Each of them once, in the order in which locks are taken. */
export const businessesOf = (things: readonly { businessId: string }[]): string[] =>
  [...new Set(things.map(({ businessId }) => businessId))].sort()

/** A row changes only to a newer version of itself, or to the same one with its place: where it was told of before that was known. */
export const ifNewer = {
  where: `t.version < excluded.version
          OR (t.version = excluded.version AND t.recorded IS NULL AND excluded.recorded IS NOT NULL)`,
}
