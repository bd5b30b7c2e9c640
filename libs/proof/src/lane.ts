/** What waits to be audited, in the order in which it is. */
import type { Scope } from './proof.store.ts'

export type Waiting = {
  scope: Scope
  businessId: string
  since: number
  due: number
  /** Whether only an audit of the whole will do: somebody asked, or the last one has to be made again. */
  whole: boolean
  /** Whether it failed together with others: it holds up none of them again. */
  apart?: boolean
}

/** Worked on beside the other lane. */
export class Lane {
  readonly #waiting = new Map<string, Waiting>()
  #woken = Promise.withResolvers<void>()
  #isTurnOfAsked = false
  /** Whether it works, or rests from that. */
  isActive = false
  isTroubled = false

  get size(): number {
    return this.#waiting.size
  }

  /** How long the one waits that waits longest to be audited in what the service keeps by itself. */
  waitingMs(now: number): number {
    let longest = 0
    for (const { scope, since } of this.#waiting.values()) if (scope === 'OWN') longest = Math.max(longest, now - since)
    return longest
  }

  /** The one that waits already keeps its turn. */
  wait(one: Waiting): void {
    const before = this.#waiting.get(keyOf(one))
    this.#waiting.set(keyOf(one), {
      ...(before ?? one),
      since: Math.min(before?.since ?? one.since, one.since),
      due: Math.min(before?.due ?? one.due, one.due),
      whole: before?.whole === true || one.whole,
      apart: before?.apart === true || one.apart === true,
    })
    this.#woken.resolve()
  }

  /** Who asks comes first, and who waits longest next: however often somebody asks, others have their turn. */
  take(now: number): Waiting | undefined {
    this.#isTurnOfAsked = !this.#isTurnOfAsked
    const order = this.#isTurnOfAsked ? 'due' : 'since'
    let first: Waiting | undefined
    for (const one of this.#waiting.values()) if (one.due <= now && (!first || one[order] < first[order])) first = one
    if (first) this.#waiting.delete(keyOf(first))
    return first
  }

  /** Others that are due, those that wait longest first; they go on waiting until they are left. */
  others(now: number): Waiting[] {
    return [...this.#waiting.values()]
      .filter(({ due, apart }) => due <= now && apart !== true)
      .sort((one, other) => one.since - other.since)
  }

  leave(ones: readonly Waiting[]): void {
    for (const one of ones) this.#waiting.delete(keyOf(one))
  }

  /** When the first is due, at the latest at a moment. */
  nextBy(latest: number): number {
    return [...this.#waiting.values()].reduce((first, { due }) => Math.min(first, due), latest)
  }

  /** Until something more waits. */
  woken(): Promise<void> {
    this.#woken = Promise.withResolvers()
    return this.#woken.promise
  }
}

export const keyOf = ({ businessId, scope }: { businessId: string; scope: Scope }): string => `${businessId} ${scope}`
