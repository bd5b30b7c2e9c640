/** What witnesses have cosigned of a log. */
import type { Claim } from './claim.ts'
import type { Finding } from './finding.ts'
import { cosignedAt, type Witness } from './note.ts'
import type { LogName } from './source.ts'

export type Witnessing = {
  /** Each has to have cosigned the latest seal of each log. */
  witnesses: readonly Witness[]
  /** Or one that is not more than so much older: newer ones wait for their turn. */
  lagSeconds: number
}

type Cosigned = { size: number; at: Date }

/** The largest seal that each witness has cosigned, among those that are read. */
export class Witnessed {
  readonly #log: LogName
  readonly #witnessing: Witnessing
  readonly #largest = new Map<Witness, Cosigned>()
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

  /** @param sealedAt when the latest one was sealed, as the installation tells it */
  *missing(latest: Pick<Claim, 'size'>, sealedAt: unknown): Generator<Finding> {
    for (const witness of this.#witnessing.witnesses) {
      const cosigned = this.#largest.get(witness)
      if (cosigned && (cosigned.size >= latest.size || this.#isRecent(cosigned, sealedAt))) continue
      const last = cosigned
        ? `the last one is of ${cosigned.size}, from ${cosigned.at.toISOString()}`
        : 'nor any before'
      yield {
        log: this.#log,
        problem: `the latest seal of ${latest.size} leaves has no cosignature of ${witness.name}, ${last}`,
      }
    }
  }

  #isRecent({ at }: Cosigned, sealedAt: unknown): boolean {
    const latest = typeof sealedAt === 'string' ? Date.parse(sealedAt) : Number.NaN
    return latest - at.getTime() <= this.#witnessing.lagSeconds * 1_000
  }
}
