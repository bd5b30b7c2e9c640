/** What seems wrong of the books of one business, from look to look, until it counts as that. */
import { rowNamed } from './violation.ts'

/** What is kept of a look at a whole business. */
export type Look = { auditedAt: Date; through: number; rowCount: number; tookMs: number }

/** Whether a row counts as wrong. */
export type IsSure = (invariant: string, row: string) => boolean

/** Of several looks at the same books. */
export type Suspecting = {
  /** Takes what seems wrong now, by invariant. What seemed so before, and does not now, was under way. */
  see: (rows: ReadonlyMap<string, readonly string[]>) => IsSure
  /**
   * The last look before of whose suspects none is left.
   * @param look the one that has just seen something of which it is not sure; none where something could not be checked: who knows
   *   what is left of that
   */
  cleared: (look: Look | undefined) => Look | undefined
}

/** So many rows of an invariant are remembered until they are sure: with more of them wrong these are, too. */
const REMEMBERED = 1_000
/** So many looks are remembered of which something is not sure yet. */
const LOOKS = 20

const place = (invariant: string, row: string): string => `${invariant}\n${rowNamed(row)}`

export class Suspects implements Suspecting {
  readonly #sureAfterMs: number
  /** Since when a row is seen as wrong, by invariant and row. */
  #since = new Map<string, number>()
  #looks: { at: number; look: Look }[] = []
  #isAllRemembered = true
  /** Of the look that has seen something last: what it is sure of does not change while it is stored. */
  #seenAt = 0

  /** @param sureAfterMs so long the same row has to be seen as wrong */
  constructor(sureAfterMs: number) {
    this.#sureAfterMs = sureAfterMs
  }

  /** Whether nothing of it has to be remembered. */
  get isEmpty(): boolean {
    return this.#since.size === 0 && this.#looks.length === 0
  }

  see(rows: ReadonlyMap<string, readonly string[]>): IsSure {
    const now = performance.now()
    this.#seenAt = now
    const before = this.#since
    const seen = [...rows].flatMap(([invariant, all]) => all.slice(0, REMEMBERED).map((row) => place(invariant, row)))
    const since = new Map(seen.map((one) => [one, before.get(one) ?? now]))
    this.#since = since
    this.#isAllRemembered = [...rows.values()].every(({ length }) => length <= REMEMBERED)
    return (invariant, row) => now - (since.get(place(invariant, row)) ?? now) >= this.#sureAfterMs
  }

  cleared(look: Look | undefined): Look | undefined {
    if (!look) {
      this.#looks = []
      return undefined
    }
    const at = this.#seenAt
    const unsure = [...this.#since.values()].filter((since) => at - since < this.#sureAfterMs)
    const oldest = this.#isAllRemembered ? Math.min(...unsure) : 0
    const done = this.#looks.findLast((one) => one.at < oldest)
    this.#looks = [...this.#looks.filter((one) => one.at >= oldest), { at, look }].slice(-LOOKS)
    return done?.look
  }
}
