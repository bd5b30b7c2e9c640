import { Gathering } from './gathering.ts'
import type { Lane } from './lane.ts'
import type { Pending } from './pending.ts'

/** What is in work at a time: a batch of one business, or of several. */
export type Turn = { batches: ReadonlyMap<Lane, readonly Pending[]>; isTogether: boolean }

export type TurnOptions = {
  batchSize: number
  /** Turns in work at a time. */
  atOnce: number
  /** Whether businesses are taken in together, except those that are apart. */
  takesMany: boolean
}

/** While parts of one batch of several businesses are tried again, the next one goes on. */
const TOGETHER_AT_ONCE = 2

/** Whose turn it is, among businesses with pending events. Times are of `performance.now()`. Pure. */
export class Turns {
  readonly #options: TurnOptions
  /** In the order of their turns. */
  readonly #waiting = new Set<Lane>()
  readonly #working = new Set<Turn>()
  /** Of those that are taken in together. */
  readonly #company = new Gathering()

  constructor(options: TurnOptions) {
    this.#options = options
  }

  /** The lane has events, and none in work. Returns for how long, at the most, it gathers more. */
  add(lane: Lane, now: number): number {
    this.#waiting.add(lane)
    return this.#goesTogether(lane)
      ? this.#company.left(lane.waitingSince, now)
      : lane.gathersFor(now, this.#options.batchSize)
  }

  /** The next one, in work from now on, unless all places are taken or those who wait still gather. */
  next(now: number): Turn | undefined {
    if (this.#working.size >= this.#options.atOnce) return undefined
    const turn = this.#nextTogether(now) ?? this.#nextAlone(now)
    if (!turn) return undefined
    this.#working.add(turn)
    for (const [lane, batch] of turn.batches) {
      this.#waiting.delete(lane)
      lane.inWork = batch.length
    }
    return turn
  }

  ended(turn: Turn): void {
    this.#working.delete(turn)
  }

  /** How much longer the first of those who still gather does so; for ever where nobody does. */
  gatherFor(now: number): number {
    const left = [this.#togetherIn(now), ...this.#alone().map((lane) => lane.gathersFor(now, this.#options.batchSize))]
    return Math.min(...left.filter((ms) => ms > 0))
  }

  #goesTogether(lane: Lane): boolean {
    return this.#options.takesMany && !lane.isApart
  }

  #together(): Lane[] {
    return [...this.#waiting].filter((lane) => this.#goesTogether(lane))
  }

  #alone(): Lane[] {
    return [...this.#waiting].filter((lane) => !this.#goesTogether(lane))
  }

  /** How long those that go together wait for more, unless they are a whole batch; for ever where there are none. */
  #togetherIn(now: number): number {
    const lanes = this.#together()
    if (lanes.reduce((sum, { queue }) => sum + queue.length, 0) >= this.#options.batchSize) return 0
    return this.#company.left(Math.min(...lanes.map(({ waitingSince }) => waitingSince)), now)
  }

  /** A batch of all that may go together, each with its share; what one leaves of it is for those with more. */
  #nextTogether(now: number): Turn | undefined {
    const inWork = [...this.#working].filter(({ isTogether }) => isTogether).length
    if (inWork >= TOGETHER_AT_ONCE || this.#togetherIn(now) > 0) return undefined
    this.#company.began(now)
    const lanes = this.#together().slice(0, this.#options.batchSize)
    lanes.sort((one, other) => one.queue.length - other.queue.length)
    const batches = new Map<Lane, Pending[]>()
    let free = this.#options.batchSize
    for (const [index, lane] of lanes.entries()) {
      const batch = lane.next(Math.floor(free / (lanes.length - index)), now)
      batches.set(lane, batch)
      free -= batch.length
    }
    return { batches, isTogether: true }
  }

  /**
   * Businesses that failed before may fail slowly: they get half of the places at most. One place is for batches of
   * several, where there are such.
   */
  #nextAlone(now: number): Turn | undefined {
    const { atOnce, batchSize, takesMany } = this.#options
    const working = [...this.#working].filter(({ isTogether }) => !isTogether)
    if (takesMany && working.length >= Math.max(atOnce - 1, 1)) return undefined
    const troubled = working.flatMap(({ batches }) => [...batches.keys()]).filter(({ isTroubled }) => isTroubled).length
    const mayTry = troubled < Math.max(Math.floor(atOnce / 2), 1)
    for (const lane of this.#alone())
      if ((mayTry || !lane.isTroubled) && lane.gathersFor(now, batchSize) === 0)
        return { batches: new Map([[lane, lane.next(batchSize, now)]]), isTogether: false }
    return undefined
  }
}
