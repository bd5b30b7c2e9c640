/** How long work will still take, by what of it was done. Pure: times come in as milliseconds. */

/**
 * A part of the work, done after the one before: its units, and about how many milliseconds one of them takes on an
 * ordinary machine. Of parts that are still to come the ratio to what was done counts: first to parts of the same kind,
 * since many small requests and few large ones suffer from different things.
 */
export type Effort = { effort: number; weight: number; kind: string }

/** Nothing is said before so much was measured. */
const LEAST_MS = 2_000
/** From the first thing that is done: connections are opened and caches filled then, which is no measure. */
const COLD_MS = 2_000
/** The speed of a part is that of its last so many milliseconds, or of its last half where that is longer. */
const RECENT_MS = 15_000
/** What a part should take by its weight counts as if it had been seen for so long. */
const PRIOR_MS = 2_000

/** When so much was done. */
type Sample = { at: number; done: number }

/** What parts took, and what they should have by their weights. */
type Taken = { took: number; expected: number }

export class Estimate {
  readonly #parts: Effort[]
  readonly #taken = new Map<string, Taken>()
  #current = -1
  #begunAt = 0
  /** Of the current part, and the one from which on it is measured. */
  #samples: Sample[] = []
  #warm: Sample | undefined

  /** @param parts in the order in which they are done */
  constructor(parts: readonly Effort[]) {
    this.#parts = parts.map((part) => ({ ...part }))
  }

  /** Ends the part before. @param effort of the part, where only now it is known */
  begin(index: number, at: number, effort = this.#parts[index]?.effort ?? 0): void {
    this.end()
    this.#current = index
    this.#begunAt = at
    const part = this.#parts[index]
    if (part) part.effort = effort
  }

  end(): void {
    const part = this.#parts[this.#current]
    if (part) this.#taken.set(part.kind, this.#takenBy(part.kind))
    this.#samples = []
    this.#warm = undefined
    this.#current = this.#parts.length
  }

  /** So many units of the part are done by now. */
  done(done: number, at: number): void {
    const sample = { at, done }
    this.#samples.push(sample)
    if (this.#warm === undefined || at <= (this.#samples[0]?.at ?? at) + COLD_MS) this.#warm = sample
  }

  /** Milliseconds; undefined while too little was done to say. */
  toGo(at: number): number | undefined {
    const part = this.#parts[this.#current]
    if (!part) return undefined
    const kinds = new Map(this.#parts.map(({ kind }) => [kind, this.#takenBy(kind)]))
    const all = sumOf([...kinds.values()])
    if (all.took < LEAST_MS || all.expected === 0) return undefined
    const costOf = ({ kind, weight }: Effort): number => weight * scaleOf(kinds.get(kind), all.took / all.expected)
    const later = this.#parts.slice(this.#current + 1).reduce((sum, one) => sum + one.effort * costOf(one), 0)
    return this.#ofCurrent(part, costOf(part), at) + later
  }

  #takenBy(kind: string): Taken {
    const before = this.#taken.get(kind) ?? { took: 0, expected: 0 }
    const part = this.#parts[this.#current]
    const [first, last] = [this.#warm, this.#samples.at(-1)]
    if (part?.kind !== kind || !first || !last) return before
    return {
      took: before.took + last.at - first.at,
      expected: before.expected + part.weight * (last.done - first.done),
    }
  }

  /**
   * What is left of the current part, at the speed that it had lately; while little was done, at that of its weight. What
   * has been waited since something was done last is part of it; of a wait that is longer than any before, more is to come.
   */
  #ofCurrent({ effort }: Effort, expected: number, at: number): number {
    const last = this.#samples.at(-1) ?? { at: this.#begunAt, done: 0 }
    const since = at - Math.max(RECENT_MS, (at - this.#begunAt) / 2)
    const found = this.#samples.findLast((sample) => sample.at <= since)
    const warm = this.#warm ?? last
    const from = found && found.at > warm.at ? found : warm
    const cost = (last.at - from.at + PRIOR_MS) / (last.done - from.done + PRIOR_MS / expected)
    const waited = at - last.at
    const left = (effort - last.done) * cost
    return waited < this.#longestWait() ? Math.max(left - waited, 0) : left + waited - this.#longestWait()
  }

  #longestWait(): number {
    const times = this.#samples.slice(-100).map(({ at }) => at)
    const waits = times.map((at, index) => at - (times[index - 1] ?? at))
    return Math.max(RECENT_MS, ...waits)
  }
}

const sumOf = (all: readonly Taken[]): Taken => ({
  took: all.reduce((sum, { took }) => sum + took, 0),
  expected: all.reduce((sum, { expected }) => sum + expected, 0),
})

/** How much more a kind takes than by its weights: of all kinds together, as long as little of this one was done. */
const scaleOf = (taken: Taken | undefined, ofAll: number): number =>
  taken === undefined ? ofAll : (taken.took + PRIOR_MS) / (taken.expected + PRIOR_MS / ofAll)
