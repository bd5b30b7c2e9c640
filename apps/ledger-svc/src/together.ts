import { AsyncResource } from 'node:async_hooks'

/** How things are sent, alone or several in one call. */
export type Sender<One, Outcome> = {
  alone: (one: One) => Promise<Outcome>
  /** Their outcomes, in their order. APART: nothing was done of it, and it is to be sent alone. */
  together: (ones: readonly [One, One, ...One[]]) => Promise<readonly (Outcome | 'APART')[]>
  /** Where it may have to wait for others, such as its business. */
  placeOf: (one: One) => string
  /** Of those that name the same, only one is in a call. */
  namesOf: (one: One) => readonly string[]
  /** Why it is not to be sent any more, when its turn comes. */
  refusalOf: (one: One) => Error | undefined
}

export type TogetherLimits = {
  /** How many go in one call; with 1 each goes alone. */
  most: number
  /** How many calls are under way at once, of things of all places; with 0 only those of one place go together. */
  lanes: number
  /** How long others wait for the call that is under way; it may be waiting for what they do not need. */
  patienceMs?: number
}

type Waiting<One, Outcome> = {
  one: One
  place: string
  /** Runs on behalf of the request that it comes from. */
  inRequest: <Result>(act: () => Result) => Result
  settle: (outcome: Outcome | Promise<Outcome>) => void
  fail: (error: unknown) => void
}

/** Many times what a call takes that waits for nothing. */
const PATIENCE_MS = 100

/**
 * Sends what comes while a call is under way in one call, which costs less than a call for each. What finds no other goes
 * at once, and waits for none.
 *
 * Each place is dealt to a lane, which has one call under way. Where something takes long alone, what comes to its place has
 * a lane of its own until that is done: strangers do not wait for what it waits for.
 */
export class Together {
  readonly #limits: Required<TogetherLimits>
  readonly #lanes = new Map<string, Lane<unknown, unknown>>()
  readonly #slow = new SlowPlaces()

  constructor({ most, lanes, patienceMs = PATIENCE_MS }: TogetherLimits) {
    this.#limits = { most, lanes, patienceMs }
  }

  /** @param kind what those that may go together have in common, their sender included */
  send<One, Outcome>(kind: string, one: One, sender: Sender<One, Outcome>): Promise<Outcome> {
    if (this.#limits.most <= 1) return sender.alone(one)
    const { promise, resolve: settle, reject: fail } = Promise.withResolvers<Outcome>()
    const place = sender.placeOf(one)
    // `AsyncResource.bind` makes a function with two more that warn, which costs twenty times as much.
    const request = new AsyncResource('Waiting')
    const inRequest = <Result>(act: () => Result): Result => request.runInAsyncScope(act)
    this.#enter(kind, { one, place, inRequest, settle, fail }, sender)
    return promise
  }

  #enter<One, Outcome>(kind: string, waiting: Waiting<One, Outcome>, sender: Sender<One, Outcome>): void {
    const { lanes } = this.#limits
    const isShared = lanes > 0 && !this.#slow.has(waiting.place)
    const name = isShared ? `${kind} ${numberOf(waiting.place) % lanes}` : `${kind} ${waiting.place}`
    const lane =
      (this.#lanes.get(name) as Lane<One, Outcome> | undefined) ??
      new Lane(sender, this.#limits, {
        slow: this.#slow,
        leave: (one) => isShared && this.#slow.has(one.place) && (this.#enter(kind, one, sender), true),
        onEmpty: () => this.#lanes.delete(name),
      })
    this.#lanes.set(name, lane as Lane<unknown, unknown>)
    lane.add(waiting)
  }
}

/** The same for the same text, and spread for different ones. */
function numberOf(text: string): number {
  let number = 0
  for (let index = 0; index < text.length; index++) number = (Math.imul(number, 31) + text.charCodeAt(index)) >>> 0
  return number
}

/** Places with something that has been under way alone for long. */
class SlowPlaces {
  readonly #counts = new Map<string, number>()

  has(place: string): boolean {
    return this.#counts.has(place)
  }

  count(place: string, by: 1 | -1): void {
    const count = (this.#counts.get(place) ?? 0) + by
    if (count === 0) this.#counts.delete(place)
    else this.#counts.set(place, count)
  }
}

type Surroundings<One, Outcome> = {
  slow: SlowPlaces
  /** Whether it is now in another lane. */
  leave: (waiting: Waiting<One, Outcome>) => boolean
  onEmpty: () => void
}

/** Has one call under way at a time, unless that takes long. */
class Lane<One, Outcome> {
  readonly #sender: Sender<One, Outcome>
  readonly #limits: { most: number; patienceMs: number }
  readonly #surroundings: Surroundings<One, Outcome>
  #waiting: Waiting<One, Outcome>[] = []
  #isBusy = false

  constructor(
    sender: Sender<One, Outcome>,
    limits: { most: number; patienceMs: number },
    surroundings: Surroundings<One, Outcome>,
  ) {
    this.#sender = sender
    this.#limits = limits
    this.#surroundings = surroundings
  }

  add(waiting: Waiting<One, Outcome>): void {
    this.#waiting.push(waiting)
    if (!this.#isBusy) void this.#send()
  }

  /** One call after another, until nothing waits. */
  async #send(): Promise<void> {
    this.#isBusy = true
    while (this.#waiting.length > 0) await this.#patiently(this.#sendAll(this.#takeCompany()))
    this.#isBusy = false
    this.#surroundings.onEmpty()
  }

  /** Takes the first ones, only one of each name; refuses those that are not to be sent any more. */
  #takeCompany(): Waiting<One, Outcome>[] {
    const names = new Set<string>()
    const taken: Waiting<One, Outcome>[] = []
    const left: Waiting<One, Outcome>[] = []
    for (const waiting of this.#waiting) {
      const own = this.#sender.namesOf(waiting.one)
      if (taken.length === this.#limits.most || own.some((name) => names.has(name))) left.push(waiting)
      else if (!this.#refuse(waiting) && !this.#surroundings.leave(waiting)) {
        for (const name of own) names.add(name)
        taken.push(waiting)
      }
    }
    this.#waiting = left
    return taken
  }

  #refuse({ one, fail }: Waiting<One, Outcome>): boolean {
    const refusal = this.#sender.refusalOf(one)
    if (refusal) fail(refusal)
    return refusal !== undefined
  }

  /** @returns when it is done, or takes too long to be waited for */
  #patiently(done: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      const patience = setTimeout(resolve, this.#limits.patienceMs)
      void done.then(() => {
        clearTimeout(patience)
        resolve()
      })
    })
  }

  /** Settles each of them. */
  async #sendAll(company: readonly Waiting<One, Outcome>[]): Promise<void> {
    const [first, second, ...others] = company
    if (!first) return
    if (!second) return this.#sendAlone(first)
    let outcomes: readonly (Outcome | 'APART')[]
    try {
      const ones = [first.one, second.one, ...others.map(({ one }) => one)] as const
      outcomes = await first.inRequest(() => this.#sender.together(ones))
    } catch (error) {
      for (const { fail } of company) fail(error)
      return
    }
    const apart: Waiting<One, Outcome>[] = []
    for (const [index, waiting] of company.entries()) {
      const outcome = outcomes[index]
      if (outcome === undefined || outcome === 'APART') apart.push(waiting)
      else waiting.settle(outcome)
    }
    await Promise.all([...Map.groupBy(apart, ({ place }) => place).values()].map((ofPlace) => this.#sendApart(ofPlace)))
  }

  /** One goes ahead: what it waits for, all of its place may wait for, and each would hold a connection meanwhile. */
  async #sendApart(ofPlace: readonly Waiting<One, Outcome>[]): Promise<void> {
    const sent: Promise<void>[] = []
    for (const waiting of ofPlace) {
      if (this.#refuse(waiting)) continue
      const done = this.#sendAlone(waiting)
      sent.push(done)
      if (sent.length === 1 || this.#surroundings.slow.has(waiting.place)) await this.#patiently(done)
    }
    await Promise.all(sent)
  }

  /** Whether its outcome is good is for its request alone. */
  async #sendAlone({ one, place, inRequest, settle }: Waiting<One, Outcome>): Promise<void> {
    const { slow } = this.#surroundings
    let isSlow = false
    const patience = setTimeout(() => {
      isSlow = true
      slow.count(place, 1)
    }, this.#limits.patienceMs)
    const outcome = inRequest(() => this.#sender.alone(one))
    settle(outcome)
    await outcome.catch(() => undefined)
    clearTimeout(patience)
    if (isSlow) slow.count(place, -1)
  }
}
