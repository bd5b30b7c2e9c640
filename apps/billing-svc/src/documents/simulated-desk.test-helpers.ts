/** The one mechanism by which documents get into a simulated journal, without database and ledger. */
import type { PostingTag, Source } from '@pacioli/postings'
import type { Settling } from './settle-entries.ts'
import { SimulatedJournal } from './simulated-journal.test-helpers.ts'
import { corrections, type Correction, type StandingEntry } from './standing-entries.ts'
import type { TagRef } from './tags.ts'

/** Dimensions whose names begin like this are BALANCING. */
export const isBalancing = (definitionId: string): boolean => definitionId.startsWith('balancing')

export const nameOf = ({ dimensionId, definitionId }: TagRef): PostingTag => ({
  definitionId,
  key: dimensionId,
  value: definitionId,
})

const keyOf = ({ type, id }: Source): string => `${type} ${id}`

export class SimulatedDesk {
  readonly journal = new SimulatedJournal()
  /** By document, then by event. */
  readonly #standing = new Map<string, Map<string, StandingEntry>>()

  /** What is refused has posted nothing. */
  settle(documents: readonly Settling[]): void {
    for (const { postings, standing } of documents.map((one) => this.#correctionOf(one))) {
      this.journal.post(postings, isBalancing)
      for (const one of standing) {
        const known = this.#standing.get(keyOf(one.source)) ?? new Map<string, StandingEntry>()
        this.#standing.set(keyOf(one.source), known.set(one.event, one))
      }
    }
  }

  /** How many postings it would take. */
  postingsFor(documents: readonly Settling[]): number {
    return documents.reduce((count, one) => count + this.#correctionOf(one).postings.length, 0)
  }

  /** Keys of the entries that documents say to stand. */
  saidToStand(): string[] {
    const entries = [...this.#standing.values()].flatMap((one) => [...one.values()].filter(({ stands }) => stands))
    return entries.map(({ source, event, revision }) => `${source.type}:${source.id}:${event}:${revision}`)
  }

  #correctionOf({ source, wanted }: Settling): Correction {
    const known = [...(this.#standing.get(keyOf(source))?.values() ?? [])]
    return corrections(source, known, wanted, this.journal, nameOf)
  }
}
