type Versioned = { id: string; version: number }

/**
 * The newest version of each thing in a batch, in id order, in which rows are locked. Pure.
 * @param of reads the id and the version of a thing
 */
export function newestOf<Thing>(things: readonly Thing[], of: (thing: Thing) => Versioned): Thing[] {
  const newest = new Map<string, { thing: Thing; version: number }>()
  for (const thing of things) {
    const { id, version } = of(thing)
    const other = newest.get(id)
    if (!other || other.version < version) newest.set(id, { thing, version })
  }
  return [...newest.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, { thing }]) => thing)
}
