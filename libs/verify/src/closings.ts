/** Closing actions, against the entries that they name: these are leaves of their own, and nothing of them is counted here. Pure. */
import type { Finding } from './finding.ts'
import { nameOf, type Leaf } from './leaf.ts'
import type { LogName } from './source.ts'

export const CLOSING_ENTRY = 'CLOSING_ACTION_RETAINED_EARNINGS'
const CLOSING = 'closing_action'

/** What the last leaf of a closing says. */
type Closing = { name: string; position: number; entryIds: string[]; isReversed: boolean; isWhole: boolean }

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

export class Closings {
  readonly #closings = new Map<string, Closing>()
  /** Of which closing an entry is that closes something. */
  readonly #entries = new Map<string, unknown>()
  readonly #reversed = new Set<unknown>()

  add(log: LogName, leaf: Leaf): void {
    const { aggregate_type: type, aggregate_id: id, state, position, version } = leaf
    if (log !== 'LEDGER' || !state) return
    if (type === 'entry' && version === 1 && state.entry_type === CLOSING_ENTRY) this.#entries.set(id, state.source_id)
    if (type === 'entry' && version === 1 && typeof state.reversal_of_id === 'string')
      this.#reversed.add(state.reversal_of_id)
    if (type !== CLOSING) return
    const primary = textsOf([state.primary_entry_id])
    this.#closings.set(id, {
      name: nameOf(leaf),
      position,
      entryIds: [...primary, ...textsOf(state.secondary_entry_ids)],
      isReversed: typeof state.reversed_at === 'string',
      isWhole: primary.length === 1 && Array.isArray(state.secondary_entry_ids),
    })
  }

  /** @param isWhole whether the ledger's log begins with the business: entries from before a log are not in it */
  *findings(isWhole: boolean): Generator<Finding> {
    for (const [id, { name: aggregate, position, entryIds, ...closing }] of this.#closings) {
      const where = { log: 'LEDGER' as const, position, aggregate }
      if (!closing.isWhole) yield { ...where, problem: 'expected a closing with the ids of its entries' }
      for (const entryId of entryIds) {
        if (this.#entries.has(entryId) ? this.#entries.get(entryId) !== id : isWhole)
          yield { ...where, problem: `no leaf is of an entry ${entryId} that it made` }
        if (closing.isReversed && isWhole && !this.#reversed.has(entryId))
          yield { ...where, problem: `it is reversed, and no leaf is of a reversal of its entry ${entryId}` }
      }
    }
  }
}
