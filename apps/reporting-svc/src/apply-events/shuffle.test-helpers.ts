/** The same things in an order that depends on the seed alone (mulberry32). */
export function shuffle<Thing>(things: readonly Thing[], seed: number): Thing[] {
  let state = seed | 0
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const keyed = things.map((thing) => ({ thing, key: random() }))
  return keyed.sort((a, b) => a.key - b.key).map(({ thing }) => thing)
}
