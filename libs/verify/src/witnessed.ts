/** What witnesses have cosigned of a log. */
import type { Claim } from './claim.ts'
import type { Finding } from './finding.ts'
import type { Leaf } from './leaf.ts'
import { cosignedAt, type Witness } from './note.ts'
import type { LogName } from './source.ts'

export type Witnessing = {
  /** Each has to have cosigned the latest seal of each log. */
  witnesses: readonly Witness[]
  /** Or one before it, if what came since was recorded within so long: newer ones wait for their turn. */
  lagSeconds: number
}

type Cosigned = { size: number; at: Date }

/** The largest seal that each witness has cosigned, among those that are read. */
export class Witnessed {
  readonly #log: LogName
  readonly #witnessing: Witnessing
  readonly #largest = new Map<Witness, Cosigned>()
  /** The first leaf that no cosignature of the witness is over. */
  readonly #waiting = new Map<Witness, { position: number; since: string }>()
  /** What was said already: the latest seal is in the list of all, too. */
  readonly #said = new Set<string>()

  constructor(log: LogName, witnessing: Witnessing) {
    this.#log = log
    this.#witnessing = witnessing
  }

  /** What is wrong with its cosignatures. Those of others say nothing. */
  *problemsOf({ name, size, note }: Claim): Generator<string> {
    for (const witness of this.#witnessing.witnesses) {
      const at = cosignedAt(note, witness)
      const before = this.#largest.get(witness)
      if (at && (!before || before.size < size)) this.#largest.set(witness, { size, at })
      const key = `${witness.name} ${size}`
      if (at !== false || this.#said.has(key)) continue
      this.#said.add(key)
      yield `${name}: the cosignature of ${witness.name} does not fit what it says`
    }
  }

  /** A leaf, after the seals that end before it. */
  passed({ position, recorded_at }: Pick<Leaf, 'position' | 'recorded_at'>): void {
    for (const witness of this.#witnessing.witnesses) {
      const covered = this.#largest.get(witness)?.size ?? 0
      const waiting = this.#waiting.get(witness)
      if (position > covered && !(waiting && waiting.position > covered))
        this.#waiting.set(witness, { position, since: recorded_at })
    }
  }

  /**
   * What is sealed, and was recorded too long ago to have no cosignature yet. That goes by what is in the leaves: when a seal was made
   * is in none.
   */
  *missing(sealed: number, now: Date): Generator<Finding> {
    const { witnesses, lagSeconds } = this.#witnessing
    const excused = new Date(now.getTime() - lagSeconds * 1_000).toISOString()
    for (const witness of witnesses) {
      const cosigned = this.#largest.get(witness)
      const waiting = this.#waiting.get(witness)
      if (!waiting || waiting.position <= (cosigned?.size ?? 0) || waiting.position > sealed) continue
      if (lagSeconds > 0 && waiting.since >= excused) continue
      const last = cosigned
        ? `the last one is of ${cosigned.size}, from ${cosigned.at.toISOString()}`
        : 'nor any before'
      yield {
        log: this.#log,
        problem: `the latest seal of ${sealed} leaves has no cosignature of ${witness.name}, ${last}`,
      }
    }
  }
}
