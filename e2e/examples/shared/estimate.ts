/** How long work will still take, by what of it was done. Pure: times come in as milliseconds. */

/**
 * A part of the work, done after the one before: its units, and about how many milliseconds one of them takes on an
 * ordinary machine. Of parts that are still to come only the ratio to what was done counts.
 */
export type Effort = { effort: number; weight: number }

/** Nothing is said before so much was done. */
const LEAST_MS = 2_000
/** The speed of a part is that of its last so many milliseconds, or of its last half where that is longer. */
const RECENT_MS = 15_000
/** What a part should take by its weight counts as if it had been seen for so long. */
const PRIOR_MS = 5_000

type Sample = { at: number; done: number }

export class Estimate {
  readonly #parts: Effort[]
  #current = -1
  #samples: Sample[] = []
  /** Of the parts that are done: what they took, and what they should have by their weights. */
  #took = 0
  #expected = 0

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
    const [first] = this.#samples
    if (!part || !first) return
    this.#took += at - first.at
    this.#expected += part.weight * (this.#samples.at(-1)?.done ?? 0)
    this.#samples = []
  }

  /** So many units of the part are done by now. */
  done(done: number, at: number): void {
    this.#samples.push({ at, done })
  }

  /** Milliseconds; undefined while too little was done to say. */
  toGo(at: number): number | undefined {
    const part = this.#parts[this.#current]
    const [first] = this.#samples
    const last = this.#samples.at(-1)
    if (!part || !first || !last) return undefined
    const took = this.#took + at - first.at
    const expected = this.#expected + part.weight * last.done
    if (took < LEAST_MS || expected === 0) return undefined
    const scale = took / expected
    const later = this.#parts.slice(this.#current + 1).reduce((sum, { effort, weight }) => sum + effort * weight, 0)
    return (part.effort - last.done) * this.#costOf(part.weight * scale, last, at) + later * scale
  }

  /** Of one unit, as it was lately; while little was done, by its weight. */
  #costOf(expected: number, last: Sample, at: number): number {
    const elapsed = at - (this.#samples[0]?.at ?? at)
    const since = at - Math.max(RECENT_MS, elapsed / 2)
    const from = this.#samples.findLast((sample) => sample.at <= since) ?? this.#samples[0] ?? last
    return (at - from.at + PRIOR_MS) / (last.done - from.done + PRIOR_MS / expected)
  }
}
