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

/** A part of whose kind nothing was seen takes between this part of what is expected and so many times it. */
const UNSEEN_FACTOR = 2
/** What may be this many times as long as it may be short is not known. */
const WIDEST = 4

/** Milliseconds: what is most likely, and between what it is by all that was measured. */
export type Span = { likely: number; least: number; most: number }

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

  /**
   * Undefined while too little was done to say. What is left of a part takes as long as its fastest and its slowest stretch
   * would have it; of later parts the less is known, the less of their kind was done.
   */
  span(at: number): Span | undefined {
    const part = this.#parts[this.#current]
    if (!part) return undefined
    const kinds = new Map(this.#parts.map(({ kind }) => [kind, this.#takenBy(kind)]))
    const all = sumOf([...kinds.values()])
    if (all.took < LEAST_MS || all.expected === 0) return undefined
    const costOf = ({ kind, weight }: Effort): number => weight * scaleOf(kinds.get(kind), all.took / all.expected)
    const span = this.#ofCurrent(part, costOf(part), at)
    for (const later of this.#parts.slice(this.#current + 1)) {
      const likely = later.effort * costOf(later)
      const factor = 1 + ((UNSEEN_FACTOR - 1) * PRIOR_MS) / (PRIOR_MS + (kinds.get(later.kind)?.took ?? 0))
      span.likely += likely
      span.least += likely / factor
      span.most += likely * factor
    }
    return span
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
  #ofCurrent({ effort }: Effort, expected: number, at: number): Span {
    const last = this.#samples.at(-1) ?? { at: this.#begunAt, done: 0 }
    const warm = this.#warm ?? last
    const since = (ago: number): Sample => {
      const found = this.#samples.findLast((sample) => sample.at <= at - ago)
      return found && found.at > warm.at ? found : warm
    }
    const costOf = (from: Sample, to: Sample): number =>
      (to.at - from.at + PRIOR_MS) / (to.done - from.done + PRIOR_MS / expected)
    const recent = since(Math.max(RECENT_MS, (at - this.#begunAt) / 2))
    const cost = costOf(recent, last)
    // All of it, what it did lately, and what it did before that.
    const costs = [cost, costOf(warm, last), costOf(since(RECENT_MS), last), costOf(warm, recent)]
    const waited = at - last.at
    const left = (effort - last.done) * cost
    const likely = waited < this.#longestWait() ? Math.max(left - waited, 0) : left + waited - this.#longestWait()
    return { likely, least: (likely * Math.min(...costs)) / cost, most: (likely * Math.max(...costs)) / cost }
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

/**
 * What can be said of it: one figure if none that is possible is more than a third away from it, else two; undefined where
 * even these would say nothing.
 */
export function sayable({ likely, least, most }: Span): [number] | [number, number] | undefined {
  if (most <= 2 * least) return [Math.min(Math.max(likely, (most * 2) / 3), (least * 4) / 3)]
  return most <= WIDEST * least ? [least, most] : undefined
}

/** To five seconds, from a minute on to ten, from ten minutes on to whole ones: nobody knows it better. */
export function rounded(milliseconds: number): number {
  const step = milliseconds < 60_000 ? 5_000 : milliseconds < 600_000 ? 10_000 : 60_000
  return milliseconds < 10_000 ? Math.ceil(milliseconds / 1_000) * 1_000 : Math.round(milliseconds / step) * step
}
