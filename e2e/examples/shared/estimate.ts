/** How long work will still take, by what of it was done. Pure: times come in as milliseconds. */

/**
 * A part of the work, done after the one before: its units, and about how many milliseconds one of them takes on an
 * ordinary machine. Of parts that are still to come the ratio to what was done counts: first to parts of the same kind,
 * since many small requests and few large ones suffer from different things.
 */
export type Effort = { effort: number; weight: number; kind: string }

/** Nothing is said before so much was done. */
const LEAST_MS = 2_000
/** The speed of a part is that of its last so many milliseconds, or of its last half where that is longer. */
const RECENT_MS = 15_000
/** What a part should take by its weight counts as if it had been seen for so long. */
const PRIOR_MS = 2_000

type Sample = { at: number; done: number }

/** What parts took, and what they should have by their weights. */
type Taken = { took: number; expected: number }

export class Estimate {
  readonly #parts: Effort[]
  readonly #taken = new Map<string, Taken>()
  #current = -1
  #samples: Sample[] = []

  /** @param parts in the order in which they are done */
  constructor(parts: readonly Effort[]) {
    this.#parts = parts.map((part) => ({ ...part }))
  }

  /** Ends the part before. @param effort of the part, where only now it is known */
  begin(index: number, at: number, effort = this.#parts[index]?.effort ?? 0): void {
    this.end(at)
    this.#current = index
    const part = this.#parts[index]
    if (part) part.effort = effort
    this.#samples = [{ at, done: 0 }]
  }

  end(at: number): void {
    const part = this.#parts[this.#current]
    if (part) this.#taken.set(part.kind, this.#takenBy(part.kind, at))
    this.#samples = []
  }

  /** So many units of the part are done by now. */
  done(done: number, at: number): void {
    this.#samples.push({ at, done })
  }

  /** Milliseconds; undefined while too little was done to say. */
  toGo(at: number): number | undefined {
    const part = this.#parts[this.#current]
    const last = this.#samples.at(-1)
    if (!part || !last) return undefined
    const kinds = new Map(this.#parts.map(({ kind }) => [kind, this.#takenBy(kind, at)]))
    const all = sumOf([...kinds.values()])
    if (all.took < LEAST_MS || all.expected === 0) return undefined
    const costOf = ({ kind, weight }: Effort): number => weight * scaleOf(kinds.get(kind), all.took / all.expected)
    const later = this.#parts.slice(this.#current + 1).reduce((sum, one) => sum + one.effort * costOf(one), 0)
    return (part.effort - last.done) * this.#recentCost(costOf(part), last, at) + later
  }

  #takenBy(kind: string, at: number): Taken {
    const before = this.#taken.get(kind) ?? { took: 0, expected: 0 }
    const part = this.#parts[this.#current]
    const [first] = this.#samples
    if (part?.kind !== kind || !first) return before
    const done = this.#samples.at(-1)?.done ?? 0
    return { took: before.took + at - first.at, expected: before.expected + part.weight * done }
  }

  /** Of one unit, as it was lately; while little was done, by its weight. */
  #recentCost(expected: number, last: Sample, at: number): number {
    const [first = last] = this.#samples
    const since = at - Math.max(RECENT_MS, (at - first.at) / 2)
    const from = this.#samples.findLast((sample) => sample.at <= since) ?? first
    return (at - from.at + PRIOR_MS) / (last.done - from.done + PRIOR_MS / expected)
  }
}

const sumOf = (all: readonly Taken[]): Taken => ({
  took: all.reduce((sum, { took }) => sum + took, 0),
  expected: all.reduce((sum, { expected }) => sum + expected, 0),
})

/** How much more a kind takes than by its weights: of all kinds together, as long as little of this one was done. */
const scaleOf = (taken: Taken | undefined, ofAll: number): number =>
  taken === undefined ? ofAll : (taken.took + PRIOR_MS) / (taken.expected + PRIOR_MS / ofAll)
